import { afterAll, beforeAll, expect, test } from "vitest"
import { type RedisServer, startRedis } from "../../servers/redis.ts"
import { type RedisCluster, startRedisCluster } from "../../servers/redis-cluster.ts"
import { failure } from "../servers/support/failure.ts"
import { someone } from "../servers/support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Cluster, Redis } = await import("ioredis")
const { ioredisAdapter } = await import("../../../src/stores/redis/drivers/ioredis.ts")

let server: RedisServer
let cluster: RedisCluster
beforeAll(async () => {
  server = await startRedis()
  cluster = await startRedisCluster()
}, 60_000)
afterAll(async () => {
  await server?.close()
  await cluster?.close()
})

const startNodes = () => cluster.nodes.map(({ port }) => ({ host: "127.0.0.1", port }))

test.each([
  ["a Redis", () => new Redis({ port: server.port, lazyConnect: true })],
  ["a Cluster", () => new Cluster(startNodes(), { lazyConnect: true })],
])("%s of ioredis with lazyConnect connects with the first call", async (_, open) => {
  const client = open()
  expect(client.status).toBe("wait")
  const adapter = ioredisAdapter(client, { prefix: crypto.randomUUID() })
  expect(await adapter.getUser("x")).toBeNull()
  expect((await adapter.createUser(someone())).id).toBeTruthy()
  client.disconnect()
})

test("a Cluster of ioredis that cannot be reached: a lookup fails, and does not wait without an end", async () => {
  const own = await startRedis(["--cluster-enabled", "yes"])
  const client = new Cluster([{ host: "127.0.0.1", port: own.port }])
  client.on("error", () => {})
  await failure(ioredisAdapter(client).getUser("x"), "unavailable")
  client.disconnect()
  await own.close()
})
