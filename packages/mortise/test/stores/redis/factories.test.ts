import { afterAll, expect, test } from "vitest"
import { defineSchema, manifest } from "../../../src/index.ts"
import { ioredisAdapter } from "../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { redisAdapter } from "../../../src/stores/redis/drivers/redis/redis-adapter.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Cluster, Redis } = await import("ioredis")
const { createClient, createCluster, createSentinel } = await import("redis")

// Never connected: a factory sends nothing.
const client = new Redis({ lazyConnect: true })
afterAll(() => client.disconnect())

test("clients of another kind are refused, with what to pass", () => {
  for (const given of [undefined, {}, createClient()])
    expect(() => ioredisAdapter(given as never)).toThrow("ioredisAdapter takes a Redis or a Cluster")
  for (const given of [undefined, {}, { sendCommand: () => {} }])
    expect(() => redisAdapter(given as never)).toThrow("redisAdapter takes a client of createClient")
})

test("a client of a Cluster gets the spread engine, every other client the atomic one", () => {
  const cluster = new Cluster(["127.0.0.1"], { lazyConnect: true })
  const sentinel = createSentinel({ name: "mortise", sentinelRootNodes: [{ host: "127.0.0.1", port: 1 }] })
  expect(manifest(ioredisAdapter(cluster))?.engine?.name).toBe("spread")
  expect(manifest(ioredisAdapter(client))?.engine?.name).toBe("atomic")
  expect(manifest(redisAdapter(createCluster({ rootNodes: [] })))?.engine?.name).toBe("spread")
  expect(manifest(redisAdapter(createClient()))?.engine?.name).toBe("atomic")
  expect(manifest(redisAdapter(sentinel))?.engine?.name).toBe("atomic")
})

test("clients that read from replicas are refused", () => {
  const cluster = new Cluster(["127.0.0.1"], { lazyConnect: true, scaleReads: "slave" })
  expect(() => ioredisAdapter(cluster)).toThrow("A replica may not have the last change")
  const replica = new Redis({ lazyConnect: true, role: "slave" })
  expect(() => ioredisAdapter(replica)).toThrow("A replica may not have the last change")
})

test("a key prefix of the client is refused, and so are braces in the option prefix", () => {
  const prefixed = new Redis({ lazyConnect: true, keyPrefix: "app:" })
  expect(() => ioredisAdapter(prefixed)).toThrow("use the option `prefix`")
  const cluster = new Cluster(["127.0.0.1"], { lazyConnect: true, redisOptions: { keyPrefix: "app:" } })
  expect(() => ioredisAdapter(cluster)).toThrow("use the option `prefix`")
  expect(() => ioredisAdapter(client, { prefix: "a{b}" })).toThrow("without braces")
})

test("schemas that only SQL tables have are refused", () => {
  const legacy = defineSchema({ email: "legacy" })
  expect(() => ioredisAdapter(client, { schema: legacy })).toThrow("finds an email by its exact key")
  const preset = defineSchema({ preset: "authjs-pg" })
  expect(() => ioredisAdapter(client, { schema: preset })).toThrow(/SQL tables|exact key/)
})

test("timeoutSeconds that no timer can count are refused", () => {
  expect(() => ioredisAdapter(client, { timeoutSeconds: 0 })).toThrow(
    "timeoutSeconds must be a number above 0",
  )
  expect(() => redisAdapter(createClient(), { timeoutSeconds: Number.NaN })).toThrow("timeoutSeconds must be")
})

test("a durability that the store does not know is refused", () => {
  expect(() => ioredisAdapter(client, { durability: "power" as never })).toThrow(
    '`durability` must be "replicated"',
  )
})
