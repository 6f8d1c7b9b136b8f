import { createClient } from "@libsql/client"
import { afterAll, describe, expect, test } from "vitest"
import { hasTables } from "../../src/contract/internals.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { createServiceKey, serve } from "../../src/http/server.ts"
import { date, defineSchema } from "../../src/index.ts"
import { split } from "../../src/layers/split/split.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { openLibsql } from "../support/databases.ts"
import { fillTenant } from "../tenants/support/people.ts"
import { openStores } from "../transfer/support/stores.ts"
import { listPages } from "./support/list-pages.ts"
import { expectMainPath, studioSchema } from "./support/main-path.ts"
import { openStudio, signIn } from "./support/open-studio.ts"
import { createPerson } from "./support/people.ts"

const { stores, close } = openStores()
afterAll(close)

test.each(Object.entries(stores))(
  "SEC-L3 on %s, every action works and no secret is sent",
  async (_, open) => {
    await expectMainPath(await open(studioSchema))
  },
)

const sql = Object.entries(stores).filter(([name]) => name !== "memory")

test.each(sql)("on %s, pages of each order have each user once, also with equal keys", async (_, open) => {
  const schema = defineSchema({ user: { fields: { createdAt: date() } } })
  const adapter = await open(schema)
  const [first, second] = [new Date("2026-01-01T00:00:00.001Z"), new Date("2026-02-01T00:00:00.002Z")]
  const expires = new Date("2098-01-01T00:00:00.003Z")
  for (const id of ["a", "b", "c", "d", "e"]) {
    const user = { id, email: `${id}@example.com`, createdAt: id < "c" ? first : second }
    await adapter.createUser(user)
    // The sessions of most users expire at the same time.
    for (const nth of [1, 2])
      await adapter.createSession({ sessionToken: `session-canary-${id}${nth}`, userId: id, expires })
    const account = { userId: id, type: "oauth", provider: id < "d" ? "github" : "google" } as const
    for (const nth of [1, 2]) await adapter.linkAccount({ ...account, providerAccountId: `${nth}${id}` })
  }
  const later = new Date(expires.getTime() + 1)
  await adapter.createSession({ sessionToken: "session-canary", userId: "b", expires: later })
  const studio = await openStudio(adapter)
  const { read } = await signIn(studio)
  expect(await read("list-options")).toMatchObject({
    ...{ sorts: ["id", "newest", "oldest", "session"], providers: ["github", "google"], notes: [] },
  })
  const orders = {
    "sort=newest": ["e", "d", "c", "b", "a"],
    "sort=oldest": ["a", "b", "c", "d", "e"],
    "sort=session": ["b", "e", "d", "c", "a"],
    "provider=github": ["a", "b", "c"],
    "provider=google&search=e@": ["e"],
    "provider=none": [],
  }
  for (const [query, ids] of Object.entries(orders))
    for (const limit of [1, 2, 5, 50]) {
      expect(await listPages(read, query, limit), `${query}, ${limit} at a time`).toEqual(ids)
    }
  const [latest] = (await read("users?sort=session&limit=1")).users
  expect(latest).toMatchObject({ id: "b", sessionExpires: later.toISOString() })
  expect(await read("users?sort=name")).toMatchObject({ status: 400 })
  for (const { text } of studio.responses) expect(text).not.toContain("session-canary")
})

const places: Readonly<Record<string, RegExp>> = {
  sqlite: /^\/.*auth\.db$/,
  postgres: /^\w+(, on this machine| at [\w.:]+:\d+)$/,
  mariadb: /^\w+ at [\w.-]+:\d+$/,
}

test.each(Object.entries(stores))("SEC-T22 on %s, the page names the database", async (name, open) => {
  const { read } = await signIn(await openStudio(await open()))
  const { store, place } = await read("overview")
  expect(store).not.toBe("")
  expect(place).toEqual(places[name] ? expect.stringMatching(places[name]) : null)
})

test("SEC-T22 the page names both databases of a split adapter", async () => {
  const url = "http://127.0.0.1:9/data"
  const key = (await createServiceKey({ id: "studio", permissions: ["operations"] })).key
  const adapter = split({ users: httpAdapter({ url, key }), sessions: openLibsql().adapter() })
  const { read } = await signIn(await openStudio(adapter))
  expect((await read("overview")).place).toMatch(/^127\.0\.0\.1:9; \/.*auth\.db$/)
})

test("SEC-L3 on mortise/http, every action works and no secret is sent", async () => {
  const behind = memoryAdapter({ schema: studioSchema })
  const { key, record } = await createServiceKey({
    id: "studio",
    permissions: ["operations", "extras", "upkeep", "slots", "session_tokens", "provider_tokens", "secrets"],
  })
  const answer = serve(behind, { keys: [record] })
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => answer(new Request(input, init))
  await expectMainPath(httpAdapter({ url: "http://127.0.0.1", key, schema: studioSchema, fetch }))
})

describe("a store that lacks something", () => {
  test("without the field suspendedAt, suspending is refused with the fix", async () => {
    const adapter = memoryAdapter()
    await createPerson(adapter, "ada", "ada@example.com")
    const { read, act } = await signIn(await openStudio(adapter))
    expect(await read("overview")).toMatchObject({ canSuspend: false })
    const { status, error } = await act("suspend-user", { userId: "ada" })
    expect([status, error.code]).toEqual([409, "unsupported"])
    expect(error.message).toContain("suspendedAt: date()")
    expect(await act("resume-user", { userId: "ada" })).toMatchObject({ status: 409 })
    expect(await read("user?id=ada")).toMatchObject({ sessions: { value: 2 } })
  })

  test("an overridden operation hides only the part that would bypass it", async () => {
    const adapter = memoryAdapter()
    await createPerson(adapter, "ada", "ada@example.com")
    const overridden = { ...adapter, linkAccount: async () => null }
    const { read } = await signIn(await openStudio(overridden))
    const ada = await read("user?id=ada")
    expect(ada.accounts.problem).toContain("overrides an operation")
    expect(ada).toMatchObject({ status: 200, sessions: { value: 2 } })
  })

  test("the message of a client, which may hold a password, is not sent", async () => {
    const getUser = () => Promise.reject(new Error("postgres://ada:password-canary@db"))
    const studio = await openStudio({ ...memoryAdapter(), getUser })
    const { read, act } = await signIn(studio)
    expect(await read("user?id=ada")).toMatchObject({ status: 502, error: { code: "store_failed" } })
    expect(await act("delete-user", { userId: "ada" })).toMatchObject({ status: 502 })
    expect(JSON.stringify([studio.responses, studio.changes])).not.toContain("password-canary")
  })

  test("without tables, the page learns how to create them", async () => {
    const adapter = openLibsql().adapter()
    const { read } = await signIn(await openStudio(adapter))
    const users = await read("users")
    expect([users.status, users.error.code]).toEqual([502, "store_failed"])
    expect(await read("count?model=user")).toMatchObject({ rows: null })
    const { findings } = await read("health")
    expect(findings[0]).toMatchObject({ severity: "error", code: "missing_table", place: "users" })
    expect(findings[0].fix[0]).toMatch(/^CREATE TABLE "users"/)
  })

  test("a store without tables has no findings", async () => {
    const { read } = await signIn(await openStudio(memoryAdapter()))
    expect(await read("health")).toEqual({ status: 200, findings: null })
    expect(await read("count?model=nothing")).toMatchObject({ status: 400 })
  })
})

test.each(["libsql", "memory"])(
  "inside a tenant on %s, the studio shows the rows of this tenant only",
  async (name) => {
    const forTenant =
      name === "memory"
        ? memoryAdapter({ tenants: true })
        : libsqlAdapter(createClient({ url: ":memory:" }), { tenants: true })
    if (hasTables(forTenant)) await migrate(forTenant)
    await fillTenant(forTenant("acme"), 1)
    await fillTenant(forTenant("globex"), 3)
    const { read, act } = await signIn(await openStudio(forTenant("acme")))
    expect((await read("overview")).place).toMatch(/(^|, )tenant acme$/)
    expect(await read("count?model=session")).toMatchObject({ rows: 1, isExact: true })
    for (const query of ["", "?sort=newest", "?search=ada"]) {
      const { users } = await read(`users${query}`)
      expect(
        users.map(({ id }: { id: string }) => id),
        query,
      ).toEqual(["user-0"])
    }
    expect(await act("delete-user", { userId: "user-0", confirm: "ada-0@example.com" })).toMatchObject({
      status: 200,
    })
    expect(await forTenant("acme").getUser("user-0")).toBeNull()
    expect(await forTenant("globex").getUser("user-0")).not.toBeNull()
  },
)
