import { expect, test, vi } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startClusterNode, startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someone, someSession } from "../../support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Cluster, Redis } = await import("ioredis")
const { ioredisAdapter } = await import("../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts")

const server = openForTests(startRedis)
const cluster = openForTests(startRedisCluster)

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

test("no call reconnects a Redis of ioredis that was disconnected", async () => {
  const client = new Redis(server.port)
  const observer = new Redis(server.port)
  const connections = async () => (await observer.call("CLIENT", "LIST", "TYPE", "normal")) as string
  const adapter = ioredisAdapter(client, { prefix: crypto.randomUUID() })
  await adapter.createUser(someone())
  client.disconnect()
  await vi.waitUntil(() => client.status === "end", 30_000)
  await failure(adapter.createUser(someone()), "unavailable")
  expect((await connections()).trim().split("\n")).toHaveLength(1)
  observer.disconnect()
})

test("a lookup fails, and does not wait for ever, if ioredis cannot reach the Cluster", async () => {
  const own = await startClusterNode()
  const client = new Cluster([{ host: "127.0.0.1", port: own.port }])
  client.on("error", () => {})
  await failure(ioredisAdapter(client).getUser("x"), "unavailable")
  client.disconnect()
  await own.close()
})

// ioredis repeats a whole pipeline at the node that a slot moves to, and reads keys there that have not moved yet.
test("every lookup finds its session while a slot moves, even if ioredis has enableAutoPipelining", async () => {
  const client = new Cluster(startNodes(), { enableAutoPipelining: true })
  const adapter = ioredisAdapter(client, { prefix: crypto.randomUUID() })
  const user = await adapter.createUser(someone())
  const slot = 13_006
  const tokens = "t0 t9412 t27018 t36059 t57484 t61335 t64447 t70374".split(" ")
  for (const sessionToken of tokens) await adapter.createSession({ ...someSession(user.id), sessionToken })
  const owner = await cluster.ownerOf(slot)
  const [other] = cluster.nodes.slice(0, 3).filter(({ port }) => port !== owner)
  await cluster.moveSlot(slot, other?.port ?? 0, { isHalfway: true })
  const found = await Promise.all(tokens.map((token) => adapter.getSessionAndUser(token)))
  expect(found.map((each) => each?.user.id)).toEqual(tokens.map(() => user.id))
  client.disconnect()
})
