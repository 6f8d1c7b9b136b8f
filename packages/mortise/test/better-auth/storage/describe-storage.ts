import { describe, expect, test } from "vitest"
import { mortiseStorage } from "../../../src/better-auth/index.ts"
import type { MortiseAdapter } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"

const start = Date.now()
const day = 86_400

/** A new adapter with this clock. */
export type OpenStore = (options: { readonly now: () => number }) => Promise<MortiseAdapter>

/** What Better Auth relies on, and the index of sessions, on one store. */
export function describeStorage(name: string, openStore: OpenStore): void {
  const open = async () => {
    let time = start
    const now = () => time
    const warnings: string[] = []
    const onWarning = (text: string) => void warnings.push(text)
    const prefix = `${crypto.randomUUID()}/`
    const storage = mortiseStorage(await openStore({ now }), { prefix, now, onWarning })
    const travel = (seconds: number) => {
      time += seconds * 1000
    }
    return { ...storage, warnings, travel }
  }
  type Storage = Awaited<ReturnType<typeof open>>

  const token = "t".repeat(32)
  const listed = (...tokens: readonly string[]) =>
    JSON.stringify(tokens.map((token) => ({ token, expiresAt: start + day * 1000 })))
  const session = (user: object | null = { id: "u" }, expiresAt = start + day * 1000) =>
    JSON.stringify({ session: { userId: "u", expiresAt: new Date(expiresAt) }, user })
  const signIn = async ({ set }: Storage, ...tokens: readonly string[]) => {
    await set("active-sessions-u", listed(...tokens), day)
    for (const token of tokens) await set(token, session(), day)
  }
  const tokensOf = async ({ get }: Storage) =>
    (JSON.parse((await get("active-sessions-u")) ?? "[]") as { token: string }[])
      .map(({ token }) => token)
      .sort()

  describe(`values on ${name}`, () => {
    test.each([
      ["a text", "verification:a", "value"],
      ["an empty text", "verification:a", ""],
      ["JSON of another program", "verification:a", '{"session":1,"ended":true}'],
      ["every plane of Unicode", "schlüssel-🔑", "naïve 🔑\u2028"],
      ["what databases refuse", "key\0", "\0 and \ud800"],
      ["a long key", "k".repeat(5000), "value"],
    ])("returns %s unchanged", async (_, key, value) => {
      const { get, set, getAndDelete } = await open()
      expect(await get(key)).toBe(null)
      await set(key, value)
      expect(await get(key)).toBe(value)
      expect(await getAndDelete(key)).toBe(value)
      expect(await get(key)).toBe(null)
    })

    test("refuses a session with a large image, and does not list it", async () => {
      const { get, set } = await open()
      const image = `data:image/png;base64,${"A".repeat(64 * 1024)}`
      const error = await failure(set(token, session({ id: "u", image }), day), "invalid")
      expect(String(error)).toContain("images of users")
      expect(String(error)).not.toContain("AAAA")
      expect([await get(token), await get("active-sessions-u")]).toEqual([null, null])
      await set(token, session({ id: "u", image: image.slice(0, 60 * 1024) }), day)
      expect(JSON.parse((await get(token)) ?? "").user.image).toHaveLength(60 * 1024)
    })

    test("keeps a value as long as its lifetime says, and forever without one", async () => {
      const { get, set, travel } = await open()
      await set("short", "1", 0.5)
      await set("replaced", "1", 1)
      await set("replaced", "2", 10)
      await set("unlimited", "1", 1)
      await set("unlimited", "2")
      expect(await get("short")).toBe("1")
      travel(1)
      expect([await get("short"), await get("replaced"), await get("unlimited")]).toEqual([null, "2", "2"])
      travel(9)
      expect([await get("replaced"), await get("unlimited")]).toEqual([null, "2"])
    })

    test.each([0, -1])("treats a value with a lifetime of %i as expired", async (ttl) => {
      const { get, set } = await open()
      await set("key", "old", 60)
      await set("key", "new", ttl)
      expect(await get("key")).toBe(null)
    })

    test("deletes", async () => {
      const { get, set, delete: remove } = await open()
      await set("key", "value", 60)
      await remove("key")
      await remove("key")
      expect(await get("key")).toBe(null)
      await set("key", "again", 60)
      expect(await get("key")).toBe("again")
    })

    test("gives a value to one of 8 callers", async () => {
      const { set, getAndDelete } = await open()
      await set("key", "value", 60)
      const taken = await Promise.all(Array.from({ length: 8 }, () => getAndDelete("key")))
      expect(taken.filter((value) => value === "value")).toHaveLength(1)
      expect(taken.filter((value) => value === null)).toHaveLength(7)
    })

    test("counts 8 callers, with the lifetime of the first", async () => {
      const { get, increment, travel } = await open()
      const counts = await Promise.all(Array.from({ length: 8 }, () => increment("key", 10)))
      expect(counts.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(await get("key")).toBe("8")
      travel(9)
      expect(await increment("key", 10)).toBe(9)
      travel(1)
      expect(await get("key")).toBe(null)
      expect(await increment("key", 10)).toBe(1)
    })

    test("refuses what it cannot store, without naming it", async () => {
      const { set, increment } = await open()
      await failure(set("canary", "canary", Number.NaN), "invalid")
      await failure(set("canary", { canary: 1 } as never), "invalid")
      await failure(set("canary", "canary".repeat(20_000)), "invalid")
      for (const ttl of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
        await failure(increment("canary", ttl), "invalid")
    })
  })

  describe(`sessions on ${name}`, () => {
    test("keeps a session and lists it", async () => {
      const storage = await open()
      await signIn(storage, token)
      expect(await storage.get(token)).toBe(session())
      expect(await storage.get("active-sessions-u")).toBe(listed(token))
      expect(storage.warnings).toEqual([])
      storage.travel(day)
      expect([await storage.get(token), await storage.get("active-sessions-u")]).toEqual([null, null])
    })

    test("refuses a session that is stored after its end", async () => {
      const storage = await open()
      await signIn(storage, token)
      await storage.delete(token)
      await storage.set(token, session(), 2 * day)
      await storage.set("active-sessions-u", listed(token), 2 * day)
      expect([await storage.get(token), await tokensOf(storage)]).toEqual([null, []])
      storage.travel(day - 1)
      await storage.set(token, session(), 2 * day)
      expect([await storage.get(token), await tokensOf(storage)]).toEqual([null, []])
    })

    test("refuses a session whose end came just before its expiry", async () => {
      const storage = await open()
      await signIn(storage, token)
      storage.travel(day - 1)
      await storage.delete(token)
      storage.travel(60)
      await storage.set(token, session(undefined, start + 2 * day * 1000), day)
      expect(await storage.get(token)).toBe(null)
    })

    test("refuses a session that was listed, then deleted, and then stored", async () => {
      const storage = await open()
      await storage.set("active-sessions-u", listed(token), day)
      expect(await storage.get(token)).toBe(null)
      await storage.delete(token)
      await storage.set(token, session(), day)
      expect([await storage.get(token), await tokensOf(storage)]).toEqual([null, []])
    })

    test("refuses a session whose user was deleted", async () => {
      const storage = await open()
      await storage.set("active-sessions-u", listed(token), day)
      await storage.set(token, session(null), day)
      expect([await storage.get(token), await tokensOf(storage)]).toEqual([null, []])
    })

    test("merges lists instead of replacing them", async () => {
      const storage = await open()
      const tokens = Array.from({ length: 8 }, (_, nth) => `${nth}`.repeat(32))
      await Promise.all(tokens.map((token) => signIn(storage, token)))
      expect(await tokensOf(storage)).toEqual(tokens)
      await storage.set("active-sessions-u", "[]", 0)
      await storage.delete("active-sessions-u")
      expect(await tokensOf(storage)).toEqual(tokens)
      await Promise.all(tokens.slice(1).map((token) => storage.delete(token)))
      expect(await tokensOf(storage)).toEqual(tokens.slice(0, 1))
    })

    test("lists a session for as long as it lives after a refresh", async () => {
      const storage = await open()
      await signIn(storage, token)
      await storage.set(token, session(undefined, start + 2 * day * 1000), 2 * day)
      storage.travel(day)
      expect(await storage.get(token)).not.toBe(null)
      expect(await tokensOf(storage)).toEqual([token])
    })

    test("lists a session whose date cannot be read", async () => {
      const storage = await open()
      await storage.set(token, JSON.stringify({ session: { userId: "u", expiresAt: "?" }, user: {} }), day)
      expect(await tokensOf(storage)).toEqual([token])
    })

    test("removes listed tokens without a session when the list is deleted", async () => {
      const storage = await open()
      await storage.set("active-sessions-u", listed(token), day)
      await storage.set(token, "not a session", day)
      await storage.delete("active-sessions-u")
      expect(await tokensOf(storage)).toEqual([])
    })

    test("ends the sessions that expire first when a user has more than 1,000", async () => {
      const storage = await open()
      const list = Array.from({ length: 1000 }, (_, nth) => ({
        token: String(nth).padStart(32, "0"),
        expiresAt: start + (day + nth) * 1000,
      }))
      await storage.set(list[0]?.token ?? "", session(), day)
      await storage.set("active-sessions-u", JSON.stringify(list), day)
      await storage.set(token, session(undefined, start + 2 * day * 1000), 2 * day)
      const tokens = await tokensOf(storage)
      expect([tokens.length, tokens.includes(token), tokens.includes(list[0]?.token ?? "")]).toEqual([
        1000,
        true,
        false,
      ])
      expect(await storage.get(list[0]?.token ?? "")).toBe(null)
    })

    test("gives a session to one of 8 callers, and ends it", async () => {
      const storage = await open()
      await signIn(storage, token)
      const taken = await Promise.all(Array.from({ length: 8 }, () => storage.getAndDelete(token)))
      expect(taken.filter((value) => value !== null)).toEqual([session()])
      await storage.set(token, session(), day)
      expect(await storage.get(token)).toBe(null)
    })

    test("warns once if Better Auth stores sessions that it does not list", async () => {
      const storage = await open()
      for (const nth of [1, 2]) await storage.set(`${nth}`.repeat(32), session(), day)
      expect(storage.warnings).toEqual([expect.stringContaining("active-sessions-<user id>")])
      expect(await tokensOf(storage)).toEqual(["1".repeat(32), "2".repeat(32)])
    })

    test("refuses a list in an unknown format", async () => {
      const { set } = await open()
      for (const list of ["canary", '{"canary":1}', '[{"canary":1}]'])
        await failure(set("active-sessions-u", list, day), "invalid")
    })
  })
}
