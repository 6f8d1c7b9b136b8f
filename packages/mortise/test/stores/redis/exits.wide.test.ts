import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const program = new URL("./exiting-program.ts", import.meta.url)

const exitCode = async (...args: readonly string[]): Promise<unknown> => {
  const child = spawn(process.execPath, ["--import", "tsx", program.pathname, ...args], { timeout: 20_000 })
  const [code] = await once(child, "exit")
  return code
}

test("a program ends after disconnect() of a Redis of ioredis", async () => {
  const server = await startRedis()
  for (const library of ["ioredis", "ioredis-6"])
    expect(await exitCode(library, "Redis", String(server.port))).toBe(0)
  await server.close()
})

test("a program ends after disconnect() of a Cluster of ioredis", async () => {
  const cluster = await startRedisCluster()
  for (const library of ["ioredis", "ioredis-6"])
    expect(await exitCode(library, "Cluster", String(cluster.nodes[0]?.port))).toBe(0)
  await cluster.close()
})
