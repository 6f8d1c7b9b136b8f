import { describe, expect, test } from "vitest"
import { defineSchema, type Extras, extras } from "../../../src/index.ts"
import { accountOf, openWithAda } from "../../support/ada.ts"
import { at, minute, openMemory } from "../../support/memory.ts"
import { everything } from "../support/rows.ts"
import { spyOnStore } from "../support/store-spy.ts"

const all = (adapter: object) => extras(adapter) as Extras
const acme = { provider: "acme", providerAccountId: "1815" }
const invalid = { code: "invalid" }

describe("signUp", () => {
  const { userId: _, ...account } = accountOf("unused")
  const session = { sessionToken: "new", expires: at(30 * minute) }

  test("creates user, account and session in one insert", async () => {
    const { adapter, calls } = spyOnStore()
    const made = await all(adapter).signUp({
      user: { id: "bob", email: "Bob@example.com" },
      account,
      session,
    })
    expect(calls).toEqual(["insert"])
    expect(made).toEqual({
      user: { id: "bob", email: "bob@example.com", name: null, image: null, emailVerified: null },
      account: { ...account, userId: "bob" },
      session: { ...session, userId: "bob" },
    })
    expect(await adapter.getUserByAccount(acme)).toEqual(made.user)
  })

  test("creates the user alone, or with an account or a session", async () => {
    const { adapter } = openMemory()
    expect(Object.keys(await all(adapter).signUp({ user: { id: "a" } }))).toEqual(["user"])
    expect(Object.keys(await all(adapter).signUp({ user: { id: "b" }, session }))).toEqual([
      "user",
      "session",
    ])
    expect(Object.keys(await all(adapter).signUp({ user: { id: "c" }, account }))).toEqual([
      "user",
      "account",
    ])
  })

  test("works with ids that the database creates", async () => {
    const { adapter } = openMemory({ schema: defineSchema({ ids: "serial" }) })
    const made = await all(adapter).signUp({ user: { id: "ignored" }, account, session })
    expect(made).toMatchObject({ user: { id: "1" }, account: { userId: "1" }, session: { userId: "1" } })
  })

  test.each([
    [
      "the email",
      { user: { email: "ADA@example.com" }, account: { ...account, provider: "new" }, session },
      "user",
    ],
    ["the account", { user: { email: "b@example.com" }, account, session }, "account"],
    [
      "the session token",
      {
        user: { email: "b@example.com" },
        account: { ...account, provider: "new" },
        session: { ...session, sessionToken: "session-token" },
      },
      "session",
    ],
  ])("creates nothing if %s is taken", async (_, rows, model) => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    await expect(all(adapter).signUp(rows)).rejects.toMatchObject({
      code: "conflict",
      model,
      operation: "signUp",
    })
    expect(await everything(adapter)).toEqual(before)
  })

  test("checks every row before it calls the store", async () => {
    const { adapter, calls } = spyOnStore()
    const wrong = { ...session, expires: new Date(Number.NaN) }
    await expect(all(adapter).signUp({ user: { id: "b" }, account, session: wrong })).rejects.toMatchObject({
      ...invalid,
      model: "session",
      fields: ["expires"],
    })
    await expect(all(adapter).signUp({ user: {} })).rejects.toMatchObject(invalid)
    await expect(all(adapter).signUp(undefined as never)).rejects.toMatchObject(invalid)
    expect(calls).toEqual([])
  })
})
