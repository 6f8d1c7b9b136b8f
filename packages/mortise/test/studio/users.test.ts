import { describe, expect, test } from "vitest"
import { date, defineSchema } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../support/databases.ts"
import { listPages } from "./support/list-pages.ts"
import { studioSchema } from "./support/main-path.ts"
import { openStudio, signIn } from "./support/open-studio.ts"

type Listed = { readonly id: string; readonly created: string | null; readonly emailVerified: string | null }

const idsOf = ({ users }: { readonly users: readonly Listed[] }) => users.map(({ id }) => id)

describe("a search", () => {
  test("finds an id, the start of an email, the start of a name, and any part of both, in this order", async () => {
    const adapter = memoryAdapter()
    await adapter.createUser({ id: "part", email: "x-ada@example.com" })
    await adapter.createUser({ id: "name", email: "a@example.com", name: "ÁDA" })
    await adapter.createUser({ id: "middle", email: null as never, name: "Nevada" })
    await adapter.createUser({ id: "email", email: "ada@example.com" })
    await adapter.createUser({ id: "ada", email: "z@example.com" })
    await adapter.createUser({ id: "ada-2", email: "other@example.com", name: "Bob" })
    const { read } = await signIn(await openStudio(adapter))
    const found = await read("users?search=Ada")
    expect(found).toMatchObject({ searched: "names", found: 4, next: null })
    expect(idsOf(found)).toEqual(["email", "name", "middle", "part"])
    expect(idsOf(await read("users?search=ada"))).toEqual(["ada", "email", "name", "middle", "part"])
    expect(idsOf(await read(`users?search=${encodeURIComponent("\u0301")}`))).toEqual([])
  })

  test("is read in pages that neither repeat nor leave out a user", async () => {
    const adapter = memoryAdapter()
    for (let nth = 0; nth < 7; nth++)
      await adapter.createUser({ id: `u${nth}`, email: `${7 - nth}@example.com`, name: "Zoe" })
    const { read } = await signIn(await openStudio(adapter))
    const ids: string[] = []
    let after = ""
    for (let pages = 0; pages < 3; pages++) {
      const page = await read(`users?search=zoe&limit=3${after}`)
      expect(page.found).toBe(7)
      ids.push(...idsOf(page))
      after = `&after=${encodeURIComponent(page.next)}`
    }
    expect(ids).toEqual(["u6", "u5", "u4", "u3", "u2", "u1", "u0"])
  })

  test("has no next page after one that is exactly full", async () => {
    const adapter = memoryAdapter()
    for (const id of ["a", "b"]) await adapter.createUser({ id, email: `${id}@example.com`, name: "Zoe" })
    const expires = new Date(Date.now() + 60_000)
    const addSession = (nth: number) =>
      adapter.createSession({ sessionToken: `${nth}`, userId: "a", expires })
    for (let nth = 0; nth < 50; nth++) await addSession(nth)
    const { read } = await signIn(await openStudio(adapter))
    expect(await read("users?search=zoe&limit=2")).toMatchObject({ found: 2, next: null })
    expect(await read("users?search=zoe&limit=1")).toMatchObject({ found: 2, next: expect.any(String) })
    expect(await read("sessions?id=a")).toMatchObject({ next: null })
    await addSession(50)
    const { next } = await read("sessions?id=a")
    expect((await read(`sessions?id=a&after=${encodeURIComponent(next)}`)).sessions).toHaveLength(1)
  })

  test("compares names in stores with up to 10,000 users", async () => {
    const database = openLibsql()
    const adapter = database.adapter()
    await migrate(adapter)
    await database.run(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
      INSERT INTO users (id, email, name) SELECT i, i || '@example.com', 'Person ' || i FROM n`)
    const { read } = await signIn(await openStudio(adapter))
    expect(await read("overview")).toMatchObject({ namesUpTo: 10_000 })
    expect(await read("users?search=person+9999")).toMatchObject({ searched: "names", found: 1 })
    await adapter.createUser({ id: "one-more", email: "one-more@example.com", name: "Person 9999" })
    expect(await read("users?search=person+9999")).toMatchObject({ searched: "emails", users: [] })
    expect(idsOf(await read("users?search=one-more"))).toEqual(["one-more"])
  })

  test.each(["0", "1001", "1.5", "x"])("a limit of %s is refused", async (limit) => {
    const { read } = await signIn(await openStudio(memoryAdapter()))
    expect(await read(`users?limit=${limit}`)).toMatchObject({ status: 400, error: { code: "invalid" } })
  })
})

describe("a list", () => {
  test("of a small store without an index is sorted by creation and filtered", async () => {
    const adapter = memoryAdapter({ schema: studioSchema })
    const emailVerified = new Date()
    const suspendedAt = new Date()
    const id = (nth: number, time = 1) => `019c15c5-28a${time}-7f00-8000-00000000000${nth}`
    const people = [
      { id: id(1, 2), email: "a@example.com", emailVerified },
      { id: id(2), email: "b@example.com", emailVerified, suspendedAt },
      { id: id(3), email: "c@example.com" },
      { id: "none", email: "d@example.com" },
    ]
    for (const person of people) await adapter.createUser(person)
    const { read } = await signIn(await openStudio(adapter))
    expect(await read("list-options")).toMatchObject({
      ...{ sorts: ["id", "newest", "oldest"], providers: [] },
      notes: ["Only SQL stores can sort by the last session and filter by provider."],
    })
    expect(await listPages(read, "sort=newest", 1)).toEqual([id(1, 2), id(3), id(2), "none"])
    expect(await listPages(read, "sort=oldest", 1)).toEqual([id(2), id(3), id(1, 2), "none"])
    expect(await listPages(read, "verified=yes", 1)).toEqual([id(2), id(1, 2)])
    expect(await listPages(read, "verified=no&sort=newest")).toEqual([id(3), "none"])
    expect(await listPages(read, "suspended=yes")).toEqual([id(2)])
    expect(await listPages(read, "suspended=no&verified=yes&search=example")).toEqual([id(1, 2)])
    for (const query of ["sort=session", "provider=github"])
      expect(await read(`users?${query}`)).toMatchObject({ status: 409 })
    expect(await read("users?verified=maybe")).toMatchObject({ status: 400 })
  })

  test("is not sorted by creation if nothing says when users were created", async () => {
    const adapter = memoryAdapter()
    await adapter.createUser({ id: "ada", email: "ada@example.com" })
    const { read } = await signIn(await openStudio(adapter))
    const { sorts, notes } = await read("list-options")
    expect([sorts, notes[0]]).toEqual([["id"], "The store does not know when users were created."])
  })
})

describe("times", () => {
  test("of a user: when the email was verified, and createdAt or the time in the id", async () => {
    const schema = defineSchema({ user: { fields: { createdAt: date() } } })
    const adapter = memoryAdapter({ schema })
    const emailVerified = new Date("2026-02-03T04:05:06.789Z")
    const createdAt = new Date("2026-01-02T03:04:05.678Z")
    const declared = { id: "declared", email: "a@example.com", emailVerified, createdAt }
    await adapter.createUser(declared)
    await adapter.createUser({ id: "019c15c5-28a1-7f00-8000-000000000001", email: "b@example.com" })
    await adapter.createUser({ id: "019c15c5-28a1-4f00-8000-000000000001", email: "c@example.com" })
    const { read } = await signIn(await openStudio(adapter))
    const { users } = await read("users?search=example.com")
    expect(users.map(({ created, emailVerified }: Listed) => [created, emailVerified])).toEqual([
      ["2026-01-02T03:04:05.678Z", "2026-02-03T04:05:06.789Z"],
      ["2026-01-31T20:36:08.481Z", null],
      [null, null],
    ])
  })

  test("of a sign-in: createdAt, or the time in a token of mortise/auth", async () => {
    const schema = defineSchema({ session: { fields: { createdAt: date() } } })
    const adapter = memoryAdapter({ schema })
    await adapter.createUser({ id: "ada", email: "ada@example.com" })
    const at = new Date("2026-01-02T03:04:05.678Z")
    const tokens = [`m1-${at.getTime().toString(36)}-${"x".repeat(43)}`, "other", "declared"]
    for (const [nth, sessionToken] of tokens.entries()) {
      const expires = new Date(Date.UTC(2098, 0, 1 + nth))
      const session = { sessionToken, userId: "ada", expires, ...(nth === 2 && { createdAt: at }) }
      await adapter.createSession(session)
    }
    const { read } = await signIn(await openStudio(adapter))
    const { sessions } = await read("sessions?id=ada")
    expect(sessions.map(({ signedIn }: { signedIn: string | null }) => signedIn)).toEqual([
      at.toISOString(),
      null,
      at.toISOString(),
    ])
  })
})
