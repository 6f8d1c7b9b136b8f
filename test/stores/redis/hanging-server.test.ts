import { afterAll, beforeAll, expect, test } from "vitest"
import { ioredisAdapter } from "../../../src/stores/redis/drivers/ioredis.ts"
import { type RedisServer, startRedis } from "../../servers/redis.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Redis } = await import("ioredis")

let server: RedisServer
beforeAll(async () => {
  server = await startRedis()
})
afterAll(() => server?.close())

test("commandTimeout of ioredis ends calls to a server that hangs", async () => {
  const client = new Redis({ port: server.port, commandTimeout: 300 })
  const adapter = ioredisAdapter(client)
  await adapter.createUser({ email: "ada@example.com" })
  server.freeze()
  const write = adapter.createUser({ email: "grace@example.com" })
  await expect(write).rejects.toMatchObject({ code: "indeterminate" })
  await expect(adapter.getSessionAndUser("token")).rejects.toMatchObject({ code: "transient" })
  server.thaw()
  client.disconnect()
}, 30_000)
