import { beforeEach, describe, expect, test } from "vitest"
import type { Row } from "../../../src/contract/rows.ts"
import { increment, merge } from "../../../src/contract/stored-changes.ts"
import type { Store } from "../../../src/operations/store.ts"
import type { Tables } from "../../../src/stores/memory/memory-store.ts"
import { passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { at } from "../../support/memory.ts"
import { accountRow, openMemoryStore, slotOf, userOf } from "../support/memory-store.ts"

let store: Store
let tables: Tables
let sizes: () => number[]

beforeEach(async () => {
  ;({ store, tables, sizes } = await openMemoryStore())
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

  test('returns "absent" for a missing row, and creates none', async () => {
    expect(await store.update("slot", { key: "other" }, { count: 1 })).toBe("absent")
    expect(tables.slot.rows.size).toBe(1)
  })

  test("increment adds to the stored value", async () => {
    expect(await store.update("slot", key, { count: increment(2) })).toMatchObject({ count: 7 })
    expect(await store.update("slot", key, { count: increment(-3) })).toMatchObject({ count: 4 })
  })

  test("merge sets members, and null removes one", async () => {
    await store.update("user", { id: "ada" }, { extra: merge({ a: 1, b: 2 }) })
    expect(await store.update("user", { id: "ada" }, { extra: merge({ a: null, c: [3] }) })).toMatchObject({
      extra: { b: 2, c: [3] },
    })
  })

  test("null clears a field: a nullable one becomes null, an optional one is removed", async () => {
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

  test("guard: dates are compared by time, and null equals only null", async () => {
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

  test("throws conflict if a unique field is taken, and changes nothing", async () => {
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
    const expires = at(120_000)
    const returned = await store.update("session", { sessionToken: "one" }, { expires })
    expect(returned).toEqual({ ...sessionOf("ada", "one"), expires })
    expect(await store.find("session", { sessionToken: "one" })).toEqual(returned)
    expect(await store.findWithUser("session", { sessionToken: "one" })).toMatchObject({ row: returned })
    expect(await store.list("session", "ada")).toContainEqual(returned)
    expect(await store.take("session", { sessionToken: "one" })).toEqual(returned)
    expect(await store.list("session", "ada")).not.toContainEqual(returned)
  })

  test("a new owner must exist, and its list then contains the row", async () => {
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

  test("deletes and returns the row; the next call returns absent", async () => {
    await store.insert([["session", sessionOf("ada")]])
    expect(await store.take("session", key)).toEqual(sessionOf("ada"))
    expect(await store.take("session", key)).toBe("absent")
    expect(await store.list("session", "ada")).toEqual([])
  })

  test('returns "refused" if the guard does not hold, and deletes nothing', async () => {
    await store.insert([["session", sessionOf("ada")]])
    expect(await store.take("session", key, { field: "expires", is: "<=", value: at(0) })).toBe("refused")
    expect(await store.find("session", key)).toEqual(sessionOf("ada"))
  })
})

describe("removeUser", () => {
  test("returns the user, and no verb finds its rows afterwards", async () => {
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
