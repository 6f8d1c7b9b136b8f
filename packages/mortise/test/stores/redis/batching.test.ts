import { expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { slots } from "../../../src/index.ts"
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

const expires = new Date(Date.now() + 60_000)

test("writes of slots at once share scripts, and each gets its own answer", async () => {
  const client = new Redis(server.port)
  const { claim, increment, read, set } = slots(ioredisAdapter(client))
  await set({ key: "kept", value: "old", count: 7, expires })
  const before = await scriptsRun()
  const counted = await Promise.all(Array.from({ length: 64 }, () => increment("counted", expires)))
  expect(counted.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1))
  expect((await scriptsRun()) - before).toBeLessThanOrEqual(4)
  const claims = Array.from({ length: 32 }, (_, index) => claim({ key: "claimed", count: index, expires }))
  const [last, sets, results] = await Promise.all([
    increment("kept", new Date(0)),
    Promise.all([1, 2].map((value) => set({ key: `set ${value}`, value, expires }))),
    Promise.all(claims),
  ])
  expect([last, sets.length, results.filter(({ ok }) => ok).length]).toEqual([8, 2, 1])
  expect(await read("kept")).toEqual({ key: "kept", value: "old", count: 8, expires })
  expect(await read("set 2")).toEqual({ key: "set 2", value: 2, count: 0, expires })
  client.disconnect()
})

test("a slot whose key holds data of another program fails alone", async () => {
  const client = new Redis(server.port)
  const { increment, read, set } = slots(ioredisAdapter(client))
  for (const key of ["foreign", "foreign too"])
    await client.set(`mortise:k:{${encodeURIComponent(key)}}`, "text")
  const keys = ["one", "two", "foreign", "three", "four"]
  const results = await Promise.allSettled([
    ...keys.map((key) => set({ key, value: key, expires })),
    increment("foreign too", expires),
    increment("five", expires),
  ])
  const problems = results.map((result) => (result.status === "rejected" ? result.reason.code : "done"))
  expect(problems).toEqual(["done", "done", "corrupt", "done", "done", "corrupt", "done"])
  const [four, five] = await Promise.all(["four", "five"].map(read))
  expect([four?.value, five?.count]).toEqual(["four", 1])
  client.disconnect()
})
