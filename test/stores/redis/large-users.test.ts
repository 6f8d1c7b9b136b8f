import { afterAll, beforeAll, expect, test } from "vitest"
import { extras, upkeep } from "../../../src/index.ts"
import { type RedisServer, startRedis } from "../../servers/redis.ts"
import { raceRounds } from "../../tier.ts"
import { contests } from "../servers/races/contests.ts"
import { raceInProcess } from "../servers/races/rounds.ts"
import { someone, somePasskey, someSession } from "../servers/support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { libraries } = await import("./clients.ts")
const { command } = await import("../../servers/redis-command.ts")

let server: RedisServer
beforeAll(async () => {
  server = await startRedis()
})
afterAll(() => server?.close())

const [library] = libraries

test("a user with thousands of sessions is removed in bounded steps, and nothing stays", async () => {
  if (!library) throw new Error("There is no client library")
  const { adapter: over, close } = await library.connect(server.port)
  const prefix = crypto.randomUUID()
  const adapter = over({ prefix })
  const user = await adapter.createUser(someone())
  const passkey = await adapter.createAuthenticator(somePasskey(user.id))
  const sessions = Array.from({ length: 3000 }, () => someSession(user.id))
  for (let from = 0; from < sessions.length; from += 500)
    await Promise.all(sessions.slice(from, from + 500).map((session) => adapter.createSession(session)))
  expect(await upkeep(adapter)?.count("session")).toBe(3000)
  expect((await adapter.listAuthenticatorsByUserId(user.id)).map(({ credentialID }) => credentialID)).toEqual(
    [passkey.credentialID],
  )
  expect(await extras(adapter)?.listSessions?.(user.id)).toHaveLength(3000)
  await command(server.port, "CONFIG", "RESETSTAT")
  await adapter.deleteUser(user.id)
  const stats = await command(server.port, "INFO", "commandstats")
  const calls = Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1])
  expect(calls).toBeGreaterThan(4)
  for (const model of ["user", "session", "authenticator"] as const)
    expect(await upkeep(adapter)?.count(model)).toBe(0)
  const left = await command(server.port, "EVAL", `return #redis.call('KEYS', '${prefix}*')`, "0")
  expect(left.trim()).toBe(":0")
  await close()
})

test.each(Object.keys(contests))(
  "%s: 8 callers",
  async (name) => {
    if (!library) throw new Error("There is no client library")
    const { adapter: over, close } = await library.connect(server.port)
    expect(await raceInProcess(over({ prefix: crypto.randomUUID() }), name, raceRounds(30))).toEqual([])
    await close()
  },
  600_000,
)
