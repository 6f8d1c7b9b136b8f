import { expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { ioredisAdapter } from "../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Redis } = await import("ioredis")

const server = openForTests(startRedis)

const scriptsRun = async (): Promise<number> =>
  Number(/cmdstat_evalsha:calls=(\d+)/.exec(await command(server.port, "INFO", "commandstats"))?.[1] ?? 0)

test("adapters of one client share the batches of lookups", async () => {
  const client = new Redis(server.port)
  const { id } = await ioredisAdapter(client).createUser({ email: "ada@example.com" } as never)
  const expires = new Date(Date.now() + 60_000)
  await ioredisAdapter(client).createSession({ sessionToken: "token", userId: id, expires })
  await ioredisAdapter(client).getSessionAndUser("token")
  const before = await scriptsRun()
  const found = await Promise.all(
    Array.from({ length: 64 }, () => ioredisAdapter(client).getSessionAndUser("token")),
  )
  expect(found.map((each) => each?.user.id)).toEqual(Array.from({ length: 64 }, () => id))
  expect((await scriptsRun()) - before).toBeLessThanOrEqual(4)
  client.disconnect()
})
