import { afterAll, expect, test } from "vitest"
import { defineSchema } from "../../../src/index.ts"
import { ioredisAdapter } from "../../../src/stores/redis/drivers/ioredis.ts"
import { redisAdapter } from "../../../src/stores/redis/drivers/redis.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Cluster, Redis } = await import("ioredis")
const { createClient, createCluster } = await import("redis")

// Never connected: a factory sends nothing.
const client = new Redis({ lazyConnect: true })
afterAll(() => client.disconnect())

test("clients of another kind are refused, with what to pass", () => {
  for (const given of [undefined, {}, createClient()])
    expect(() => ioredisAdapter(given as never)).toThrow("ioredisAdapter takes a Redis of ioredis")
  for (const given of [undefined, {}, createCluster({ rootNodes: [] })])
    expect(() => redisAdapter(given as never)).toThrow("redisAdapter takes a client of a single server")
  const cluster = new Cluster(["127.0.0.1"], { lazyConnect: true })
  expect(() => ioredisAdapter(cluster as never)).toThrow("does not support Redis Cluster yet")
})

test("a key prefix of the client is refused, and braces in our own", () => {
  const prefixed = new Redis({ lazyConnect: true, keyPrefix: "app:" })
  expect(() => ioredisAdapter(prefixed)).toThrow("use the option `prefix`")
  expect(() => ioredisAdapter(client, { prefix: "a{b}" })).toThrow("without braces")
})

test("schemas that only SQL tables have are refused", () => {
  const legacy = defineSchema({ email: "legacy" })
  expect(() => ioredisAdapter(client, { schema: legacy })).toThrow("finds an email by its exact key")
  const preset = defineSchema({ preset: "authjs-pg" })
  expect(() => ioredisAdapter(client, { schema: preset })).toThrow(/SQL tables|exact key/)
})
