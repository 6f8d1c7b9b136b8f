import { beforeEach, describe, expect, test } from "vitest"
import type { Store } from "../../../src/operations/store.ts"
import { passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { accountRow, openMemoryStore, slotOf, userOf } from "../support/memory-store.ts"

let store: Store
let sizes: () => number[]

beforeEach(async () => {
  ;({ store, sizes } = await openMemoryStore())
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

  test("assigns a row without an owner to the user inserted with it", async () => {
    const { userId: _, ...unowned } = sessionOf("unknown")
    const [, session] = await store.insert([
      ["user", userOf("bob")],
      ["session", unowned],
    ])
    expect(session).toEqual(sessionOf("bob"))
  })

  test("inserts all entries or none: if the third fails, no row is stored", async () => {
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
    // The keys can be used again.
    expect(await store.insert([["user", userOf("bob")]])).toHaveLength(1)
  })

  test("throws conflict for two entries with the same key", async () => {
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
  ] as const)("names the model and the fields of the key in a conflict: %s", async (model, row, fields) => {
    const insert = async () => store.insert([[model, row]])
    if (model !== "user") await insert()
    await expect(insert()).rejects.toMatchObject({ code: "conflict", model, fields })
  })

  test.each([
    ["account", accountRow("unknown")],
    ["session", sessionOf("unknown")],
    ["authenticator", passkeyOf("unknown")],
  ] as const)("throws not_found if the owner of a new %s is missing", async (model, row) => {
    const before = sizes()
    await expect((async () => store.insert([[model, row]]))()).rejects.toMatchObject({
      code: "not_found",
      model,
    })
    expect(sizes()).toEqual(before)
  })

  test("accepts a verification token and a slot without an owner", async () => {
    expect(await store.insert([["verificationToken", tokenFor("unknown")]])).toEqual([tokenFor("unknown")])
    expect(await store.insert([["slot", slotOf("k")]])).toEqual([slotOf("k")])
  })

  test("accepts any number of users without an email", async () => {
    await store.insert([["user", userOf("a", null)]])
    await store.insert([["user", userOf("b", null)]])
    expect(await store.find("user", { id: "b" })).toEqual(userOf("b", null))
  })
})

describe("find, list, findWithUser", () => {
  test("find returns the row of each key", async () => {
    expect(await store.find("user", { id: "ada" })).toEqual(userOf("ada"))
    expect(await store.find("user", { email: "ada@example.com" })).toEqual(userOf("ada"))
    expect(await store.find("user", { id: "bob" })).toBeNull()
  })

  test("SEC-C3 keys with different parts never collide", async () => {
    const parts = ["a", "b", "ab", "a:b", "1:a", ":", "", "1:", "\n", "{}"].filter(Boolean)
    for (const provider of parts)
      for (const providerAccountId of parts)
        await store.insert([["account", { ...accountRow("ada"), provider, providerAccountId }]])
    expect(await store.list("account", "ada")).toHaveLength(parts.length ** 2)
  })

  test("list returns the owner's rows, or [] without any", async () => {
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
