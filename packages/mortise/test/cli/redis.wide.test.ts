import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { root } from "../../../../scripts/ensure-install.mjs"
import { loadIoredis } from "../../../workshop/src/redis/load-clients.ts"
import { startRedis } from "../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../workshop/src/servers/redis-cluster.ts"
import { command } from "../../../workshop/src/servers/redis-command.ts"
import type { Adapter } from "../../src/index.ts"
import { ioredisAdapter } from "../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { installRedisClients } from "../stores/redis/install.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { createPeople, peopleCount } from "../transfer/support/people.ts"
import { createAda, secrets } from "./support/database.ts"
import { runCli } from "./support/run-cli.ts"
import { runCommand } from "./support/run-command.ts"

const { Cluster, Redis } = await loadIoredis()
await installRedisClients()

type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** An adapter, and a function that runs a command on the same keys. */
type Target = { readonly adapter: Adapter; run(...args: readonly string[]): Promise<Outcome> }

const past = new Date("2020-01-01T00:00:00.000Z")

/** The result of a command that must succeed and print no secret. */
async function succeed({ run }: Target, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args)
  expect([args, code, stderr]).toEqual([args, 0, ""])
  for (const secret of secrets) expect(stdout).not.toContain(secret)
  return stdout
}

/** Runs every command that reads or changes users. */
async function expectCommands(target: Target, durability: string): Promise<void> {
  const { adapter } = target
  await createAda({ adapter: adapter as never })
  for (let nth = 0; nth < 5; nth++)
    await adapter.createSession({ sessionToken: `old-${nth}`, userId: "ada", expires: past })
  const rows = { user: 1, account: 1, session: 7, verificationToken: 1, authenticator: 1, slot: 0 }
  expect(JSON.parse(await succeed(target, "status", "--json"))).toMatchObject({
    store: "redis",
    removal: "fenced",
    durability,
    rows,
  })
  expect(JSON.parse(await succeed(target, "sweep", "--batch", "2", "--json"))).toEqual({
    removed: 5,
    finished: true,
  })
  expect(await succeed(target, "users", "list", "AD")).toMatch(/^ID .*\nada {2}ada@example.com {2}Ada\n$/)
  expect(await succeed(target, "users", "show", "ada@example.com")).toMatch(/^user .*\naccount .*github/)
  expect(JSON.parse(await succeed(target, "sessions", "list", "ada", "--json")).sessions).toHaveLength(2)
  const receipt = join(temporaryTree({}), "receipt.json")
  const apply = ["--apply", "--receipt", receipt, "--yes", "--json"]
  expect(
    JSON.parse(await succeed(target, "revoke", "--domain", "example.com", ...apply)).ended,
  ).toMatchObject({
    users: 1,
    sessions: 2,
    refreshTokens: 1,
    links: 1,
  })
  await succeed(target, "sessions", "revoke", "ada", "--all")
  expect(await adapter.getSessionAndUser("session-canary")).toBeNull()
  await succeed(target, "users", "delete", "ada", "--yes")
  expect(await adapter.getUserByEmail("ada@example.com")).toBeNull()
}

/** Moves users from one target to another. A second run finds every row equal. */
async function expectTransfer(source: Target, target: Target): Promise<void> {
  await createPeople(source.adapter)
  const file = join(temporaryTree({}), "people.jsonl")
  await succeed(source, "export", file)
  expect(existsSync(file)).toBe(true)
  expect(await succeed(target, "import", file)).toContain(`account            created ${peopleCount}\n`)
  const { rows, problems } = JSON.parse(await succeed(target, "import", file, "--json"))
  expect([rows.user, problems]).toEqual([expect.objectContaining({ created: 0, equal: peopleCount }), []])
}

const server = openForTests(startRedis)

/** Commands on a database of the server, with the client that MORTISE_ADAPTER names. */
async function openDatabase(client: string, database: number): Promise<Target> {
  const own = new Redis({ port: server.port, db: database })
  const before = process.cwd()
  // The command loads the client from the current folder.
  process.chdir(join(root, "packages/mortise/test/stores/redis"))
  onTestFinished(async () => {
    process.chdir(before)
    own.disconnect()
    await command(server.port, "FLUSHALL")
  })
  const url = `redis://127.0.0.1:${server.port}/${database}`
  const env = { MORTISE_ADAPTER: client, MORTISE_DATABASE: url }
  return { adapter: ioredisAdapter(own), run: (...args) => runCommand(args, env) }
}

describe.each(["ioredis", "redis"])("the command line on Redis through %s", (client) => {
  test("describes, lists, sweeps, revokes and deletes", async () => {
    await expectCommands(await openDatabase(client, 0), "none")
  })

  test("moves users to another database", async () => {
    await expectTransfer(await openDatabase(client, 0), await openDatabase(client, 1))
  })

  test("doctor prints each finding with its fix: exit 1, and 0 after the fixes", async () => {
    const { run } = await openDatabase(client, 0)
    const { code, stdout } = await run("doctor")
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^error no_persistence: .*\n {2}fix: CONFIG SET appendonly yes\n {2}fix: CONFIG REWRITE$/m,
      ),
    ])
    for (const setting of ["appendonly yes", "appendfsync always", "maxmemory 100mb"])
      await command(server.port, "CONFIG", "SET", ...setting.split(" "))
    onTestFinished(async () => {
      for (const setting of ["appendonly no", "maxmemory 0"])
        await command(server.port, "CONFIG", "SET", ...setting.split(" "))
    })
    expect(await run("doctor", "--strict")).toEqual({
      code: 0,
      stdout: "The database has everything that the adapter needs.\n",
      stderr: "",
    })
    expect(JSON.parse((await run("status", "--json")).stdout).durability).toBe("power")
  })
})

test("doctor reports that Redis is down, without its address: exit 1", async () => {
  const client = "redis"
  await openDatabase(client, 0)
  const env = { MORTISE_ADAPTER: client, MORTISE_DATABASE: "redis://:canary@127.0.0.1:1" }
  const { code, stdout, stderr } = await runCommand(["doctor"], env)
  expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(/^The database failed: .+\.\n$/)])
  expect(stderr).not.toContain("canary")
})

describe("the command line on a Cluster", () => {
  const cluster = openForTests(startRedisCluster)

  /** Commands on keys with this prefix, through a configuration file. */
  async function openCluster(prefix: string): Promise<Target> {
    const port = cluster.nodes[0]?.port ?? 0
    const own = new Cluster([{ host: "127.0.0.1", port }])
    onTestFinished(() => own.disconnect())
    const adapter = ioredisAdapter(own, { prefix })
    Object.assign(globalThis, { [`mortise-${prefix}`]: adapter })
    const cwd = temporaryTree({
      "mortise.config.mjs": `export const adapter = globalThis["mortise-${prefix}"]`,
    })
    const config = join(cwd, "mortise.config.mjs")
    return { adapter, run: (...args) => runCommand([...args, "--config", config]) }
  }

  test("describes, lists, sweeps, revokes and deletes", async () => {
    await expectCommands(await openCluster("one"), "none")
  })

  test("moves users", async () => {
    await expectTransfer(await openCluster("old"), await openCluster("new"))
  })

  test("a program whose configuration opens a Cluster client ends by itself", async () => {
    const cwd = temporaryTree({
      "mortise.config.mjs": `
        import { Cluster } from "${join(root, "packages/workshop/src/redis/node_modules/ioredis/built/index.js")}"
        import { ioredisAdapter } from "${join(root, "packages/mortise/dist/stores/redis/drivers/ioredis/ioredis-adapter.js")}"
        const client = new Cluster([{ host: "127.0.0.1", port: ${cluster.nodes[0]?.port} }])
        export const adapter = ioredisAdapter(client)
        export const close = () => client.disconnect()`,
    })
    const { code, stdout } = await runCli(["status"], { cwd })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^store +redis, engine spread\n/)])
  })
})
