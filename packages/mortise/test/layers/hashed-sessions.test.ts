import { createClient } from "@libsql/client"
import { describe, expect, test } from "vitest"
import { seededRandom } from "../../../workshop/src/tests/seed.ts"
import type { Adapter } from "../../src/index.ts"
import { extras, upkeep } from "../../src/index.ts"
import { hashedSessions } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"

const later = new Date(Date.now() + 3_600_000)

const stored = async (adapter: ReturnType<typeof memoryAdapter>) =>
  (await upkeep(adapter).page("session")).rows.map(({ sessionToken }) => sessionToken)

async function signedIn(adapter: Adapter, sessionToken: string) {
  const { id } = await adapter.createUser({ email: `${crypto.randomUUID()}@example.com` })
  await adapter.createSession({ sessionToken, userId: id, expires: later })
  return id
}

async function sqliteAdapter() {
  const adapter = libsqlAdapter(createClient({ url: ":memory:" }))
  await migrate(adapter)
  return adapter
}

test("the store holds hashes, and callers see the tokens that they passed", async () => {
  const base = memoryAdapter()
  const adapter = hashedSessions(base)
  const { user, session } = await extras(adapter).signUp({
    user: { email: "ada@example.com" },
    session: { sessionToken: "of-sign-up", expires: later },
  })
  expect(session?.sessionToken).toBe("of-sign-up")
  const created = await adapter.createSession({ sessionToken: "secret", userId: user.id, expires: later })
  expect(created.sessionToken).toBe("secret")
  expect((await adapter.getSessionAndUser("secret"))?.session.sessionToken).toBe("secret")
  const to = new Date(later.getTime() + 1)
  expect(await extras(adapter).extendSession({ sessionToken: "secret", from: later, to })).toMatchObject({
    row: { sessionToken: "secret" },
  })
  expect(await adapter.updateSession({ sessionToken: "secret", expires: later })).toMatchObject({
    sessionToken: "secret",
  })
  // The SHA-256 of "secret", as published for this word.
  const digest = Buffer.from("2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b", "hex")
  expect(await stored(base)).toContain(`h1--${digest.toString("base64url")}`)
  expect((await stored(base)).join()).not.toMatch(/secret|sign-up/)
  expect((await adapter.deleteSession("secret"))?.sessionToken).toBe("secret")
  expect(await adapter.getSessionAndUser("secret")).toBeNull()
})

test("a stored value signs no one in, with or without the layer", async () => {
  const base = memoryAdapter()
  const adapter = hashedSessions(base)
  const userId = await signedIn(adapter, "secret")
  const [reference = ""] = await stored(base)
  expect(await adapter.getSessionAndUser(reference)).toBeNull()
  expect(await adapter.updateSession({ sessionToken: reference, expires: later })).toBeNull()
  expect(
    await extras(adapter).extendSession({ sessionToken: reference, from: later, to: new Date() }),
  ).toEqual({ ok: false, reason: "absent" })
  const taken = { sessionToken: reference, userId, expires: later }
  await expect(adapter.createSession(taken)).rejects.toMatchObject({ code: "invalid" })
  await expect(
    extras(adapter).signUp({ user: { email: "eve@example.com" }, session: taken }),
  ).rejects.toMatchObject({ code: "invalid" })
})

test("a session that a list shows can be ended", async () => {
  const adapter = hashedSessions(memoryAdapter())
  const userId = await signedIn(adapter, "first")
  await adapter.createSession({ sessionToken: "second", userId, expires: new Date(later.getTime() + 1) })
  const [first] = (await extras(adapter).listSessions(userId)).filter(
    ({ expires }) => expires.getTime() === later.getTime(),
  )
  expect((await adapter.deleteSession(first?.sessionToken ?? ""))?.userId).toBe(userId)
  expect(await adapter.getSessionAndUser("first")).toBeNull()
  expect(await adapter.getSessionAndUser("second")).not.toBeNull()
})

describe.each([
  ["memory", async () => memoryAdapter()],
  ["SQLite", sqliteAdapter],
])("sessions that were stored before the layer was added, on %s", (_, open) => {
  test("work, and are replaced by their hash when they are used", async () => {
    const base = await open()
    const tokens = ["read", "updated", "extended"]
    for (const token of tokens) await signedIn(base, token)
    const adapter = hashedSessions(base)
    expect((await adapter.getSessionAndUser("read"))?.session.sessionToken).toBe("read")
    expect(await adapter.updateSession({ sessionToken: "updated", expires: later })).toMatchObject({
      sessionToken: "updated",
    })
    const extension = { sessionToken: "extended", from: later, to: new Date(later.getTime() + 1) }
    expect(await extras(adapter).extendSession(extension)).toMatchObject({
      row: { sessionToken: "extended" },
    })
    expect(await stored(base)).toEqual(Array(3).fill(expect.stringMatching(/^h1-/)))
    for (const token of tokens) expect(await adapter.getSessionAndUser(token)).not.toBeNull()
  })

  test("can be signed out", async () => {
    const base = await open()
    await signedIn(base, "plain")
    expect((await hashedSessions(base).deleteSession("plain"))?.sessionToken).toBe("plain")
    expect(await stored(base)).toEqual([])
  })

  test("never come back after a sign-out beside a read, and are never lost beside one", async () => {
    for (let round = 0; round < 50; round++) {
      const base = await open()
      await signedIn(base, "plain")
      const adapter = hashedSessions(delayed(base))
      const reads = () => Array.from({ length: 4 }, () => adapter.getSessionAndUser("plain"))
      expect((await Promise.all(reads())).every((found) => found !== null)).toBe(true)

      await signedIn(base, "other")
      const again = () => Array.from({ length: 2 }, () => adapter.getSessionAndUser("other"))
      await Promise.all([...again(), adapter.deleteSession("other"), ...again()])
      expect(await adapter.getSessionAndUser("other")).toBeNull()
      expect(await stored(base)).toHaveLength(1)
    }
  })

  test("are refused by choice", async () => {
    const base = await open()
    await signedIn(base, "plain")
    expect(await hashedSessions(base, { existingPlaintext: "refuse" }).getSessionAndUser("plain")).toBeNull()
    expect(await stored(base)).toEqual(["plain"])
  })
})

test("a plain session stays as it is where the adapter cannot replace it, and can be signed out", async () => {
  const base = memoryAdapter()
  await signedIn(base, "plain")
  // Like a third-party adapter, which throws where no row exists.
  const foreign = {
    ...Object.fromEntries(Object.entries(base)),
    async deleteSession(token: string) {
      return (await base.deleteSession(token)) ?? Promise.reject(new Error("Record to delete does not exist"))
    },
  } as unknown as Adapter
  const adapter = hashedSessions(foreign)
  expect((await adapter.getSessionAndUser("plain"))?.session.sessionToken).toBe("plain")
  expect(await stored(base)).toEqual(["plain"])
  expect((await adapter.deleteSession("plain"))?.sessionToken).toBe("plain")
  expect(await stored(base)).toEqual([])
  await expect(adapter.deleteSession("plain")).rejects.toThrow("does not exist")
  const userId = (await base.createUser({ email: "eve@example.com" })).id
  const halfOfPair = { sessionToken: "\ud800", userId, expires: later }
  await expect(adapter.createSession(halfOfPair)).rejects.toMatchObject({ code: "invalid" })
})

test("a stored value signs no one in where the store ignores case", async () => {
  const base = memoryAdapter()
  // Like a table of another package with the usual collation of MySQL.
  const matching = async (token: string) =>
    (await stored(base)).find((each) => each.toLowerCase() === token.toLowerCase()) ?? token
  const foreign: Adapter = {
    ...base,
    getSessionAndUser: async (token) => base.getSessionAndUser(await matching(token)),
    updateSession: async (session) =>
      base.updateSession({ ...session, sessionToken: await matching(session.sessionToken) }),
    deleteSession: async (token) => base.deleteSession(await matching(token)),
  }
  const adapter = hashedSessions(foreign)
  await signedIn(adapter, "secret")
  const copied = (await stored(base)).join().toUpperCase()
  expect(await adapter.getSessionAndUser(copied)).toBeNull()
  expect(await adapter.updateSession({ sessionToken: copied, expires: later })).toBeNull()
  expect(await adapter.deleteSession(copied)).toBeNull()
  expect(await adapter.getSessionAndUser("secret")).not.toBeNull()
})

test("a token that is not text is refused as without the layer", async () => {
  const adapter = hashedSessions(memoryAdapter())
  const { id: userId } = await adapter.createUser({ email: "ada@example.com" })
  const session = { sessionToken: Object.create(null), userId, expires: later }
  await expect(adapter.createSession(session)).rejects.toMatchObject({ code: "invalid" })
})

test("the hash of a mortise/auth token keeps its time of issue", async () => {
  const base = memoryAdapter()
  const token = `m1-${Date.now().toString(36)}-${"x".repeat(43)}`
  await signedIn(hashedSessions(base), token)
  expect((await stored(base))[0]).toMatch(new RegExp(`^h1-${token.split("-")[1]}-[\\w-]{43}$`))
})

test("other options are refused", () => {
  expect(() => hashedSessions(memoryAdapter(), { existingPlaintext: "maybe" as never })).toThrow(
    "existingPlaintext must be",
  )
  expect(() => hashedSessions(memoryAdapter(), { plane: "refuse" } as never)).toThrow("plane")
  expect(() => hashedSessions(null as never)).toThrow("pass an adapter")
})

/** An adapter whose calls interleave. */
function delayed<A extends object>(adapter: A): A {
  const random = seededRandom("delayed calls")
  const pause = () => new Promise((resolve) => setImmediate(resolve))
  const entries = Object.entries(adapter).map(([name, run]) => [
    name,
    async (...args: unknown[]) => {
      for (let turns = Math.floor(random() * 4); turns > 0; turns--) await pause()
      return run(...args)
    },
  ])
  return { ...adapter, ...Object.fromEntries(entries) }
}
