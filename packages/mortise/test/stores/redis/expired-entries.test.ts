import { describe, expect, test } from "vitest"
import { defaultSchema } from "../../../src/contract/build-schema.ts"
import { prunedAtOnce } from "../../../src/stores/redis/background.ts"
import { createKeys } from "../../../src/stores/redis/rows/keys.ts"
import { installRedisClients } from "./install.ts"
import { engines } from "./open-engines.ts"

await installRedisClients()
const { connectForTests } = await import("./checker/connect-for-tests.ts")

const opened = connectForTests()

const schema = defaultSchema()
const sessionCount = 300
const expires = new Date(Date.now() + 60_000)
const afterwards = new Date(Date.now() + 120_000)
let runs = 0

describe.each(Object.entries(engines))("SEC-S14: sessions that Redis has dropped, %s engine", (_, open) => {
  /** A user with sessions whose keys are gone, as a day after they expired. */
  const withDropped = async () => {
    const { connection } = opened
    const keys = createKeys(`run${++runs}`, schema)
    const { store, upkeep } = open({ schema, keys, connection, onWarning: () => {} })
    await store.insert([["user", { id: "ada", email: "ada@example.com" }]])
    const create = (sessionToken: string) =>
      store.insert([["session", { sessionToken, userId: "ada", expires }]])
    const tokens = Array.from({ length: sessionCount }, (_, nth) => `token${nth}`)
    for (const token of tokens) await create(token)
    await connection.write("DEL", ...tokens.map((sessionToken) => keys.row("session", { sessionToken })))
    /** The fields of the user's key, without those of the user itself. */
    const entries = async () => Number(await connection.read("HLEN", keys.user("ada"))) - 4
    expect(await entries()).toBeGreaterThan(sessionCount / 2)
    return { keys, store, upkeep, create, entries }
  }

  test("a sweep removes their entries from the user's key", async () => {
    const { upkeep, store, create, entries } = await withDropped()
    await create("live")
    expect(await upkeep.sweep("session", new Date(), 1000)).toBe(0)
    await store.update("session", { sessionToken: "live" }, { expires: new Date(Date.now() + 600_000) })
    // The new session has removed some of them already.
    expect(await upkeep.sweep("session", afterwards, 1000)).toBeGreaterThan(sessionCount / 2)
    expect(await entries()).toBe(1)
    expect(await upkeep.count("session")).toBe(1)
    expect(await store.find("session", { sessionToken: "live" })).not.toBeNull()
  })

  test("new sessions of the user remove them, a few at a time", async () => {
    const { create, entries } = await withDropped()
    await create("first")
    await expect.poll(entries).toBeLessThan(sessionCount)
    expect(await entries()).toBeGreaterThan(sessionCount - prunedAtOnce)
    for (let nth = 0; nth < 60; nth++) await create(`another${nth}`)
    await expect.poll(entries).toBeLessThan(61 + sessionCount / 4)
  })

  test("a sweep keeps an extended session that has an index member of an earlier version", async () => {
    const { keys, store, upkeep, create } = await withDropped()
    await create("live")
    const index = Array.from({ length: 16 }, (_, bucket) => keys.expiry("session", bucket))
    const { connection } = opened
    for (const key of index)
      for (const member of (await connection.read("ZRANGE", key, "0", "-1")) as string[])
        if (member.includes("live")) {
          const earlier = member
            .split("\0")
            .slice(0, open === engines.spread ? 2 : 1)
            .join("\0")
          await connection.write("ZREM", key, member)
          await connection.write("ZADD", key, String(Date.now() - 1000), earlier)
        }
    expect(await upkeep.sweep("session", new Date(), 1000)).toBe(0)
    expect(await store.find("session", { sessionToken: "live" })).not.toBeNull()
    expect(await upkeep.sweep("session", afterwards, 1000)).toBeGreaterThan(sessionCount / 2)
    expect(await upkeep.count("session")).toBe(0)
  })
})

test("SEC-S14: a repair removes them too, and leaves the other entries", async () => {
  const { connection } = opened
  const keys = createKeys(`run${++runs}`, schema)
  const { store, upkeep } = engines.spread({ schema, keys, connection, onWarning: () => {} })
  // The sessions of a new user look for no others.
  await store.insert([
    ["user", { id: "ada", email: "ada@example.com" }],
    ["session", { sessionToken: "dropped", userId: "ada", expires }],
    ["session", { sessionToken: "live", userId: "ada", expires }],
  ])
  await connection.write("DEL", keys.row("session", { sessionToken: "dropped" }))
  await upkeep.repair?.({ limit: 10 })
  const fields = (await connection.read("HKEYS", keys.user("ada"))) as string[]
  const entries = fields.filter((field) => field.startsWith("~o:"))
  expect(entries).toHaveLength(1)
  expect(entries[0]).toContain("live")
  expect(await upkeep.count("session")).toBe(1)
})
