import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { root } from "../../../../../scripts/ensure-install.mjs"
import { driversOn } from "../../../../../scripts/source/drivers.ts"
import { sourcePaths } from "../../../../../scripts/source/source-paths.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { startRedisSentinel } from "../../../../workshop/src/servers/redis-sentinel.ts"
import { blocksIn } from "../../house/support/examples.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Redis } = await import("ioredis")
const { startUpstash } = await import("../../../../workshop/src/redis/upstash-endpoint.ts")
const { ioredisAdapter } = await import("../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts")

const server = openForTests(startRedis)
const postgres = openForTests(openPostgres)
const sentinel = openForTests(startRedisSentinel)
const cluster = openForTests(startRedisCluster)
const upstash = openForTests(() => startUpstash(server.port))

const read = (page: string) => readFileSync(join(root, page), "utf8")

/** The example with the addresses of these servers. */
function onOwnServers(code: string): string {
  const ports: Readonly<Record<string, number | undefined>> = {
    26379: sentinel.sentinels[0]?.port,
    6379: server.port,
    7000: cluster.nodes[0]?.port,
  }
  return code
    .replace("mymaster", sentinel.name)
    .replaceAll("localhost", "127.0.0.1")
    .replace(/\b(26379|6379|7000)\b/g, (port) => String(ports[port]))
}

test("the examples about Redis run", async () => {
  const clientPages = driversOn("redis").map((name) => `docs/clients/${name}.md`)
  const pages = [...clientPages, "docs/redis-store.md", "docs/split.md"]
  const examples = pages.flatMap((page) => blocksIn(page, read(page)))
  expect(examples.length).toBeGreaterThanOrEqual(9)
  // In this folder, so that the clients are found. Git ignores it.
  const folder = join(root, "packages/mortise/test/stores/redis/.cache")
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const paths = sourcePaths()
  const tsconfig = join(folder, "tsconfig.json")
  writeFileSync(tsconfig, JSON.stringify({ extends: "../tsconfig.json", compilerOptions: { paths } }))
  for (const [nth, { code }] of examples.entries())
    writeFileSync(join(folder, `example-${nth}.ts`), onOwnServers(code))
  writeFileSync(
    join(folder, "run-all.mjs"),
    `for (let nth = 0; nth < ${examples.length}; nth++) {
       const { adapter, close } = await import(\`./example-\${nth}.ts\`)
       if (adapter) {
         const { id } = await adapter.createUser({ id: String(nth), email: \`\${nth}@example.com\` })
         if ((await adapter.getUser(id))?.id !== id) throw new Error(\`Example \${nth} finds no user.\`)
       }
       await close?.()
       console.log("ran", nth)
     }
     process.exit()`,
  )
  const loader = join(root, "node_modules/tsx/dist/esm/index.mjs")
  const env = {
    ...process.env,
    TSX_TSCONFIG_PATH: tsconfig,
    UPSTASH_REDIS_REST_URL: upstash.url,
    UPSTASH_REDIS_REST_TOKEN: upstash.token,
    DATABASE_URL: await postgres.database(),
  }
  // Not synchronously: this process is also the endpoint of Upstash.
  const running = promisify(execFile)(process.execPath, ["--import", loader, "run-all.mjs"], {
    cwd: folder,
    env,
  })
  const { stdout: output } = await running
  expect(output.match(/^ran /gm)).toHaveLength(examples.length)
  expect(output).toContain("EVALSHA findWithUser 1 mortise:s:{…}")
})

test("the documented permissions are enough", async () => {
  const rule = /^ACL SETUSER .*$/m.exec(read("docs/redis-store.md"))?.[0] ?? ""
  expect(await command(server.port, ...rule.split(" "))).toBe("+OK\r\n")
  const client = new Redis({ port: server.port, username: "app", password: "password" })
  const adapter = ioredisAdapter(client)
  const { id } = await adapter.createUser({ id: "limited", email: "limited@example.com" })
  const expires = new Date(Date.now() + 3_600_000)
  await adapter.createSession({ sessionToken: "limited", userId: id, expires })
  expect((await adapter.getSessionAndUser("limited"))?.user.id).toBe(id)
  expect((await adapter.deleteUser(id))?.id).toBe(id)
  expect(await command(server.port, "ACL", "LOG")).toBe("*0\r\n")
  client.disconnect()
})
