import type { Where } from "better-auth/adapters"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type Adapter, fill, forCaller, openTenants, tenants, times } from "./open-tenants.ts"

const is = (field: string, value: Where["value"]): Where => ({ field, value })
const or = (...conditions: Where[]): Where[] =>
  conditions.map((condition) => ({ ...condition, connector: "OR" }))
const sortBy = { field: "id", direction: "asc" } as const
const names = ["ada@example.com", "bob@example.com"]
const notEve: Where = { field: "id", operator: "ne", value: "eve" }
const isOld: Where = { field: "expiresAt", operator: "lt", value: times.now }
const newUser = {
  name: "Max",
  email: "max@example.com",
  emailVerified: false,
  createdAt: times.now,
  updatedAt: times.now,
}

// Better Auth stores when a row was changed.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: times.later }))
afterAll(() => void vi.useRealTimers())

type Call = (adapter: Adapter) => Promise<unknown>

const calls: Readonly<Record<string, Call>> = {
  "findOne by id": (adapter) => adapter.findOne({ model: "user", where: [is("id", "ada")] }),
  "findOne by another key, with its user": (adapter) =>
    adapter.findOne({ model: "session", where: [is("token", "token-ada-1")], join: { user: true } }),
  "findOne by two conditions": (adapter) =>
    adapter.findOne({ model: "account", where: [is("providerId", "google"), is("accountId", "bob")] }),
  "findOne by a key in any case": (adapter) =>
    adapter.findOne({ model: "user", where: [{ ...is("email", "ADA@example.com"), mode: "insensitive" }] }),
  "findOne with many rows": (adapter) =>
    adapter.findOne({ model: "user", where: [is("email", "ada@example.com")], join: { session: true } }),
  "findOne with many rows of two models": (adapter) =>
    adapter.findOne({ model: "user", where: [is("id", "ada")], join: { session: true, account: true } }),
  "findOne with one condition of two": (adapter) =>
    adapter.findOne({ model: "user", where: or(is("email", "bob@example.com"), is("name", "nobody")) }),
  "findMany of all": (adapter) => adapter.findMany({ model: "user", sortBy }),
  "findMany with their users": (adapter) =>
    adapter.findMany({ model: "session", sortBy, join: { user: true } }),
  "findMany with many rows": (adapter) =>
    adapter.findMany({ model: "user", sortBy, join: { session: { limit: 1 }, account: true } }),
  "findMany by one condition of two": (adapter) =>
    adapter.findMany({ model: "user", sortBy, where: or(is("id", "ada"), is("email", "bob@example.com")) }),
  "findMany by one condition of two, and a third": (adapter) =>
    adapter.findMany({ model: "user", sortBy, where: [notEve, ...or(is("id", "ada"), is("id", "eve"))] }),
  "findMany by a list": (adapter) =>
    adapter.findMany({ model: "user", sortBy, where: [{ field: "email", operator: "in", value: names }] }),
  "findMany by a list that is excluded": (adapter) =>
    adapter.findMany({
      model: "user",
      sortBy,
      where: [{ field: "email", operator: "not_in", value: names }],
    }),
  "findMany by what is excluded": (adapter) =>
    adapter.findMany({ model: "user", sortBy, where: [notEve], limit: 1, offset: 1 }),
  "findMany by a part": (adapter) =>
    adapter.findMany({
      model: "user",
      sortBy,
      where: [{ field: "name", operator: "contains", value: " of " }],
    }),
  "findMany by null": (adapter) => adapter.findMany({ model: "user", sortBy, where: [is("image", null)] }),
  "count of all": (adapter) => adapter.count({ model: "session" }),
  "count by one condition of two": (adapter) =>
    adapter.count({ model: "session", where: or(is("userId", "ada"), is("userId", "bob")) }),
  create: (adapter) => adapter.create({ model: "user", data: { id: "max", ...newUser }, forceAllowId: true }),
  "create with a name of another tenant": (adapter) =>
    adapter.create({
      model: "user",
      data: { id: "max", tenant: "globex", ...newUser },
      forceAllowId: true,
    }),
  "update by id": (adapter) =>
    adapter.update({ model: "user", where: [is("id", "ada")], update: { name: "Countess" } }),
  "update of the tenant": (adapter) =>
    adapter.update({ model: "user", where: [is("id", "ada")], update: { name: "Ada", tenant: "globex" } }),
  "update by a condition that several rows match": (adapter) =>
    adapter.update({
      model: "session",
      where: [is("userId", "ada"), isOld],
      update: { ipAddress: "::1" },
    }),
  "update by one condition of two": (adapter) =>
    adapter.update({ model: "user", where: or(is("id", "ada"), is("id", "zoe")), update: { name: "Zoe" } }),
  "update of nothing": (adapter) => adapter.update({ model: "user", where: [is("id", "ada")], update: {} }),
  "updateMany of all": (adapter) =>
    adapter.updateMany({ model: "session", where: [], update: { ipAddress: "::1" } }),
  "updateMany by one condition of two": (adapter) =>
    adapter.updateMany({
      model: "user",
      where: or(is("id", "ada"), is("id", "eve")),
      update: { name: "Max" },
    }),
  "delete by id": (adapter) => adapter.delete({ model: "session", where: [is("id", "ada1")] }),
  "delete of a user with its rows": (adapter) => adapter.delete({ model: "user", where: [is("id", "ada")] }),
  "delete by one condition of two": (adapter) =>
    adapter.delete({ model: "session", where: or(is("id", "ada1"), is("token", "token-bob-1")) }),
  "deleteMany of all": (adapter) => adapter.deleteMany({ model: "session", where: [] }),
  "deleteMany of the old": (adapter) => adapter.deleteMany({ model: "session", where: [isOld] }),
  "consumeOne of several": (adapter) =>
    adapter.consumeOne({ model: "verification", where: [is("identifier", "ada@example.com")] }),
  "consumeOne by id": (adapter) => adapter.consumeOne({ model: "verification", where: [is("id", "older")] }),
  "incrementOne by a key": (adapter) =>
    adapter.incrementOne({ model: "rateLimit", where: [is("key", "ip/path")], increment: { count: 2 } }),
  "incrementOne by another condition": (adapter) =>
    adapter.incrementOne({
      model: "rateLimit",
      where: [{ field: "count", operator: "lt", value: 5 }],
      increment: { count: 1 },
      set: { lastRequest: 7 },
    }),
}

const both: Readonly<Record<string, Call>> = {
  ...calls,
  "a transaction of all": (adapter) =>
    adapter.transaction(async (inside) => {
      const results: unknown[] = []
      for (const call of Object.values(calls)) results.push(await call(inside as Adapter).catch(String))
      return results
    }),
}

test.each(Object.entries(both))(
  "beside a twin with equal keys, %s does what it does alone",
  async (_, call) => {
    const alone = await openTenants({}, undefined, {})
    await fill(alone.adapter, "acme")
    const shared = await openTenants()
    for (const tenant of ["globex", "acme", "acme-2"])
      await tenants.run(tenant, () => fill(shared.adapter, tenant))
    const twins = ["globex", "acme-2"].map(shared.snapshot)

    const expected = await call(alone.adapter)
    expect(await tenants.run("acme", () => call(shared.adapter))).toEqual(expected)
    expect(["globex", "acme-2"].map(shared.snapshot)).toEqual(twins)

    const stored = alone.readAll("SELECT name FROM sqlite_master WHERE type = 'table'") as { name: string }[]
    const rows = stored.map(({ name }) => [
      name,
      alone.readAll(`SELECT *, 'acme' AS tenant FROM "${name}" ORDER BY id`),
    ])
    expect(shared.snapshot("acme")).toEqual(rows)
  },
)

test("the same lookup finds the row of each tenant", async () => {
  const { adapter } = await openTenants()
  const find = (tenant: string) =>
    tenants.run(tenant, () => adapter.findOne({ model: "user", where: [is("id", "ada")] }))
  for (const tenant of ["acme", "globex"]) {
    expect(await find(tenant)).toBeNull()
    await tenants.run(tenant, () => fill(adapter, tenant))
  }
  for (const tenant of ["globex", "acme", "globex"])
    expect(await find(tenant)).toMatchObject({ name: `ada of ${tenant}` })
})

test("a row is changed by its key without a search for it, as without tenants", async () => {
  const statements: string[] = []
  const settings = { ...forCaller, onStatement: (text: string) => void statements.push(text) }
  const { adapter } = await openTenants({}, undefined, settings)
  await tenants.run("acme", () => fill(adapter, "acme"))
  statements.length = 0
  for (const key of [is("id", "ada"), is("email", "ada@example.com")])
    await tenants.run("acme", () => adapter.update({ model: "user", where: [key], update: { name: "A" } }))
  expect(statements.map((text) => /SELECT/.test(text))).toEqual([false, false])
})
