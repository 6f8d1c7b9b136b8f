import { beforeEach, describe, expect, test } from "vitest"
import { increment, merge } from "../../src/contract/changes.ts"
import type { Row } from "../../src/contract/rows.ts"
import { defineSchema } from "../../src/contract/schema.ts"
import type { Store } from "../../src/operations/store.ts"
import { createMemoryStore, createTables, type Tables } from "../../src/stores/memory/memory-store.ts"
import { at, minute } from "./support/memory.ts"
import { passkeyOf, sessionOf, tokenFor } from "./support/people.ts"

let tables: Tables
let store: Store

const userOf = (id: string, email: string | null = `${id}@example.com`): Row => ({
  id,
  email,
  name: null,
  image: null,
  emailVerified: null,
})
const accountRow = (userId: string): Row => ({ userId, type: "oauth", provider: "p", providerAccountId: "1" })
const slotOf = (key: string): Row => ({ key, value: null, count: 0, expires: at(minute) })
const sizes = () => Object.values(tables).map(({ rows }) => rows.size)

beforeEach(async () => {
  const schema = defineSchema({ unknown: "keep" })
  tables = createTables(schema)
  store = createMemoryStore(tables, schema.ids)
  await store.insert([["user", userOf("ada")]])
})

describe("insert", () => {
  test("returns the rows as stored, in order", async () => {
    const rows = await store.insert([
      ["user", userOf("bob")],
      ["session", sessionOf("bob")],
      ["slot", slotOf("k")],
    ])
    expect(rows).toEqual([userOf("bob"), sessionOf("bob"), slotOf("k")])
  })

  test("gives a row that names no owner to the user inserted with it", async () => {
    const { userId: _, ...unowned } = sessionOf("nobody")
    const [, session] = await store.insert([
      ["user", userOf("bob")],
      ["session", unowned],
    ])
    expect(session).toEqual(sessionOf("bob"))
  })

  test("all or none: a failing third entry leaves nothing", async () => {
    await store.insert([["session", sessionOf("ada", "taken")]])
    const before = sizes()
    const insert = async () =>
      store.insert([
        ["user", userOf("bob")],
        ["account", accountRow("bob")],
        ["session", sessionOf("bob", "taken")],
      ])
    await expect(insert()).rejects.toMatchObject({
      code: "conflict",
      model: "session",
      fields: ["sessionToken"],
    })
    expect(sizes()).toEqual(before)
    expect(await store.find("user", { email: "bob@example.com" })).toBeNull()
    expect(await store.find("account", { provider: "p", providerAccountId: "1" })).toBeNull()
    expect(await store.list("account", "bob")).toEqual([])
    // The keys are free again.
    expect(await store.insert([["user", userOf("bob")]])).toHaveLength(1)
  })

  test("two entries of one key conflict with each other", async () => {
    const insert = async () =>
      store.insert([
        ["slot", slotOf("k")],
        ["slot", slotOf("k")],
      ])
    await expect(insert()).rejects.toMatchObject({ code: "conflict", model: "slot", fields: ["key"] })
    expect(await store.find("slot", { key: "k" })).toBeNull()
  })

  test.each([
    ["user", userOf("ada", null), ["id"]],
    ["user", userOf("bob", "ada@example.com"), ["email"]],
    ["account", accountRow("ada"), ["provider", "providerAccountId"]],
    ["session", sessionOf("ada"), ["sessionToken"]],
    ["verificationToken", tokenFor("x"), ["identifier", "token"]],
    ["authenticator", passkeyOf("ada"), ["credentialID"]],
    ["slot", slotOf("k"), ["key"]],
  ] as const)("conflict names the model and the fields of the key: %s", async (model, row, fields) => {
    const insert = async () => store.insert([[model, row]])
    if (model !== "user") await insert()
    await expect(insert()).rejects.toMatchObject({ code: "conflict", model, fields })
  })

  test.each([
    ["account", accountRow("nobody")],
    ["session", sessionOf("nobody")],
    ["authenticator", passkeyOf("nobody")],
  ] as const)("not_found when the owner of a new %s is missing", async (model, row) => {
    const before = sizes()
    await expect((async () => store.insert([[model, row]]))()).rejects.toMatchObject({
      code: "not_found",
      model,
    })
    expect(sizes()).toEqual(before)
  })

  test("a verification token and a slot need no owner", async () => {
    expect(await store.insert([["verificationToken", tokenFor("nobody")]])).toEqual([tokenFor("nobody")])
    expect(await store.insert([["slot", slotOf("k")]])).toEqual([slotOf("k")])
  })

  test("rows without an email never conflict by it", async () => {
    await store.insert([["user", userOf("a", null)]])
    await store.insert([["user", userOf("b", null)]])
    expect(await store.find("user", { id: "b" })).toEqual(userOf("b", null))
  })
})

describe("find, list, findWithUser", () => {
  test("find by each key", async () => {
    expect(await store.find("user", { id: "ada" })).toEqual(userOf("ada"))
    expect(await store.find("user", { email: "ada@example.com" })).toEqual(userOf("ada"))
    expect(await store.find("user", { id: "bob" })).toBeNull()
  })

  test("SEC-C3 keys of two parts cannot collide", async () => {
    const parts = ["a", "b", "ab", "a:b", "1:a", ":", "", "1:", "\n", "{}"].filter(Boolean)
    for (const provider of parts)
      for (const providerAccountId of parts)
        await store.insert([["account", { ...accountRow("ada"), provider, providerAccountId }]])
    expect(await store.list("account", "ada")).toHaveLength(parts.length ** 2)
  })

  test("list by owner, [] when none", async () => {
    await store.insert([["session", sessionOf("ada")]])
    await store.insert([["verificationToken", tokenFor("x")]])
    expect(await store.list("session", "ada")).toEqual([sessionOf("ada")])
    expect(await store.list("session", "bob")).toEqual([])
    expect(await store.list("verificationToken", "x")).toEqual([tokenFor("x")])
  })

  test("findWithUser returns the pair or null", async () => {
    await store.insert([["session", sessionOf("ada")]])
    expect(await store.findWithUser("session", { sessionToken: "session-token" })).toEqual({
      row: sessionOf("ada"),
      user: userOf("ada"),
    })
    expect(await store.findWithUser("session", { sessionToken: "other" })).toBeNull()
  })
})

describe("update", () => {
  const key = { key: "k" }
  beforeEach(async () => {
    await store.insert([["slot", { ...slotOf("k"), count: 5 }]])
  })

  test("changes the given fields and returns the whole new row", async () => {
    expect(await store.update("slot", key, { value: { a: 1 } })).toEqual({
      ...slotOf("k"),
      count: 5,
      value: { a: 1 },
    })
  })

  test('of what is not there is "absent", and creates nothing', async () => {
    expect(await store.update("slot", { key: "other" }, { count: 1 })).toBe("absent")
    expect(tables.slot.rows.size).toBe(1)
  })

  test("increment adds in the same step, from what is stored", async () => {
    expect(await store.update("slot", key, { count: increment(2) })).toMatchObject({ count: 7 })
    expect(await store.update("slot", key, { count: increment(-3) })).toMatchObject({ count: 4 })
  })

  test("merge sets members, and null removes one", async () => {
    await store.update("user", { id: "ada" }, { extra: merge({ a: 1, b: 2 }) })
    expect(await store.update("user", { id: "ada" }, { extra: merge({ a: null, c: [3] }) })).toMatchObject({
      extra: { b: 2, c: [3] },
    })
  })

  test("null clears: a nullable field stays as null, an optional one goes", async () => {
    await store.insert([["account", { ...accountRow("ada"), scope: "x" }]])
    const account = { provider: "p", providerAccountId: "1" }
    expect(await store.update("account", account, { scope: null })).toEqual(accountRow("ada"))
    expect(await store.update("user", { id: "ada" }, { name: null })).toEqual(userOf("ada"))
  })

  test.each([
    ["=", 5, true],
    ["=", 4, false],
    ["<=", 5, true],
    ["<=", 6, true],
    ["<=", 4, false],
    [">", 4, true],
    [">", 5, false],
  ] as const)("guard: 5 %s %d is %s", async (is, value, holds) => {
    const answer = await store.update("slot", key, { value: "new" }, { field: "count", is, value })
    if (holds) expect(answer).toMatchObject({ value: "new" })
    else expect(answer).toBe("refused")
    expect(await store.find("slot", key)).toMatchObject({ value: holds ? "new" : null })
  })

  test("guard: dates compare by their time, null is only equal to null", async () => {
    const { expires } = slotOf("k")
    const guarded = (field: string, is: "=" | "<=" | ">", value: Row[string]) =>
      store.update("slot", key, { count: 1 }, { field, is, value })
    expect(await guarded("expires", "=", new Date(Number(expires)))).toMatchObject({ count: 1 })
    expect(await guarded("expires", ">", at(0))).toMatchObject({ count: 1 })
    expect(await guarded("expires", "<=", at(0))).toBe("refused")
    expect(await guarded("value", "=", null)).toMatchObject({ count: 1 })
    expect(await guarded("value", "=", "x")).toBe("refused")
    expect(await guarded("value", "<=", 1)).toBe("refused")
    expect(await guarded("expires", "=", null)).toBe("refused")
  })

  test("conflict when a unique field is taken, and the row stays", async () => {
    await store.insert([["user", userOf("bob")]])
    const update = async () => store.update("user", { id: "bob" }, { email: "ada@example.com", name: "B" })
    await expect(update()).rejects.toMatchObject({ code: "conflict", model: "user", fields: ["email"] })
    expect(await store.find("user", { email: "bob@example.com" })).toEqual(userOf("bob"))
  })

  test("every lookup sees an update that changes no key", async () => {
    await store.insert([
      ["session", sessionOf("ada", "one")],
      ["session", sessionOf("ada", "two")],
    ])
    const expires = at(2 * minute)
    const changed = { ...sessionOf("ada", "one"), expires }
    const returned = await store.update("session", { sessionToken: "one" }, { expires })
    expect(returned).toEqual(changed)
    expect(await store.find("session", { sessionToken: "one" })).toEqual(returned)
    expect(await store.findWithUser("session", { sessionToken: "one" })).toMatchObject({ row: returned })
    expect(await store.list("session", "ada")).toContainEqual(returned)
    expect(await store.take("session", { sessionToken: "one" })).toEqual(returned)
    expect(await store.list("session", "ada")).toEqual([sessionOf("ada", "two")])
  })

  test("a new owner must be there, and the row moves to its list", async () => {
    await store.insert([
      ["user", userOf("bob")],
      ["session", sessionOf("ada")],
    ])
    const session = { sessionToken: "session-token" }
    await expect((async () => store.update("session", session, { userId: "eve" }))()).rejects.toMatchObject({
      code: "not_found",
    })
    await store.update("session", session, { userId: "bob" })
    expect(await store.list("session", "ada")).toEqual([])
    expect(await store.list("session", "bob")).toEqual([sessionOf("bob")])
  })
})

describe("take", () => {
  const key = { sessionToken: "session-token" }

  test("deletes and returns the row; the next one finds it absent", async () => {
    await store.insert([["session", sessionOf("ada")]])
    expect(await store.take("session", key)).toEqual(sessionOf("ada"))
    expect(await store.take("session", key)).toBe("absent")
    expect(await store.list("session", "ada")).toEqual([])
  })

  test('is "refused" by a guard, and the row stays', async () => {
    await store.insert([["session", sessionOf("ada")]])
    expect(await store.take("session", key, { field: "expires", is: "<=", value: at(0) })).toBe("refused")
    expect(await store.find("session", key)).toEqual(sessionOf("ada"))
  })
})

describe("removeUser", () => {
  test("returns the user, and nothing of it is found by any verb", async () => {
    await store.insert([
      ["account", accountRow("ada")],
      ["session", sessionOf("ada")],
      ["authenticator", passkeyOf("ada")],
      ["verificationToken", tokenFor("ada@example.com")],
      ["verificationToken", tokenFor("other")],
      ["slot", slotOf("k")],
    ])
    expect(await store.removeUser("ada")).toEqual(userOf("ada"))
    expect(sizes()).toEqual([0, 0, 0, 1, 0, 1])
    expect(await store.list("session", "ada")).toEqual([])
    expect(await store.find("user", { email: "ada@example.com" })).toBeNull()
    expect(await store.removeUser("ada")).toBeNull()
  })
})
