import { describe, expect, test } from "vitest"
import { defineSchema, type Extras, extras } from "../../../src/index.ts"
import { at, minute, openMemory } from "../support/memory.ts"
import { accountOf, openWithAda, passkeyOf, sessionOf, tokenFor } from "../support/people.ts"
import { everything, rowsOf } from "../support/rows.ts"
import { spyOnStore } from "../support/store-spy.ts"

const all = (adapter: object) => extras(adapter) as Extras
const acme = { provider: "acme", providerAccountId: "1815" }
const invalid = { code: "invalid" }

describe("signUp", () => {
  const { userId: _, ...account } = accountOf("nobody yet")
  const session = { sessionToken: "new", expires: at(30 * minute) }

  test("makes user, account and session in one insert", async () => {
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

  test("makes the user alone, or with either", async () => {
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

  test("works with ids that the database makes", async () => {
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
  ])("makes nothing when %s is taken", async (_, rows, model) => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    await expect(all(adapter).signUp(rows)).rejects.toMatchObject({
      code: "conflict",
      model,
      operation: "signUp",
    })
    expect(await everything(adapter)).toEqual(before)
  })

  test("checks every row before the store is touched", async () => {
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

describe("listSessions", () => {
  test("lists the sessions of a user that have not expired", async () => {
    const { adapter, travel, ada } = await openWithAda()
    await adapter.createSession({ ...sessionOf("ada", "short"), expires: at(minute) })
    await adapter.createUser({ id: "bob" })
    await adapter.createSession(sessionOf("bob", "bobs"))
    expect(await all(adapter).listSessions("ada")).toHaveLength(2)
    travel(minute)
    expect(await all(adapter).listSessions("ada")).toEqual([ada.session])
    expect(await all(adapter).listSessions("nobody")).toEqual([])
  })
})

describe("listAccounts", () => {
  test("lists the accounts of a user", async () => {
    const { adapter, ada } = await openWithAda()
    const second = await adapter.linkAccount({ ...accountOf("ada"), provider: "other" })
    expect(await all(adapter).listAccounts("ada")).toEqual([ada.account, second])
    expect(await all(adapter).listAccounts("nobody")).toEqual([])
  })
})

test("lists of users who cannot exist are empty, and the store is not touched", async () => {
  const { adapter, calls } = spyOnStore()
  for (const id of [undefined, null, "", "\0", "x".repeat(1365)] as string[]) {
    expect(await all(adapter).listAccounts(id)).toEqual([])
    expect(await all(adapter).listSessions(id)).toEqual([])
    expect(await all(adapter).dropTokens(id)).toBe(0)
    expect(await all(adapter).removeAuthenticator(id)).toBeNull()
  }
  expect(calls).toEqual([])
})

describe("updateAccount", () => {
  test("changes the given tokens and leaves the rest", async () => {
    const { adapter, ada } = await openWithAda()
    const updated = await all(adapter).updateAccount({ ...acme, access_token: "new", token_type: "Bearer" })
    expect(updated).toEqual({ ...ada.account, access_token: "new", token_type: "bearer" })
    expect(await all(adapter).updateAccount({ ...acme, access_token: null })).not.toHaveProperty(
      "access_token",
    )
    expect(await all(adapter).updateAccount(acme)).toEqual({ ...ada.account, token_type: "bearer" })
  })

  test("with `when`, only if the refresh token is still that one", async () => {
    const { adapter } = await openWithAda()
    const refresh = (to: string, from: string | null) =>
      all(adapter).updateAccount({ ...acme, refresh_token: to }, { refresh_token: from })
    expect(await refresh("first", "other")).toBe("refused")
    expect(await refresh("first", null)).toMatchObject({ refresh_token: "first" })
    expect(await refresh("second", null)).toBe("refused")
    expect(await refresh("second", "first")).toMatchObject({ refresh_token: "second" })
    expect(await rowsOf(adapter, "account")).toMatchObject([{ refresh_token: "second" }])
  })

  test("of many callers that know one refresh token, one gets through", async () => {
    const { adapter } = await openWithAda()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        all(adapter).updateAccount({ ...acme, refresh_token: `new ${n}` }, { refresh_token: null }),
      ),
    )
    expect(answers.filter((answer) => answer !== "refused")).toHaveLength(1)
  })

  test('of what is not there is "absent", and whose it is cannot change', async () => {
    const { adapter } = await openWithAda()
    await adapter.createUser({ id: "bob" })
    const before = await everything(adapter)
    expect(await all(adapter).updateAccount({ ...acme, provider: "other", scope: "x" })).toBe("absent")
    expect(await all(adapter).updateAccount({ ...acme, provider: "other" })).toBe("absent")
    await expect(all(adapter).updateAccount({ ...acme, userId: "bob" })).rejects.toMatchObject({
      ...invalid,
      fields: ["userId"],
    })
    expect(await everything(adapter)).toEqual(before)
  })
})

describe("extendSession", () => {
  const extend = (adapter: object, from: Date, to: Date) =>
    all(adapter).extendSession({ sessionToken: "session-token", from, to })

  test("moves `expires`, only if it is still `from`", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await extend(adapter, at(29 * minute), at(60 * minute))).toBe("refused")
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toEqual({
      ...ada.session,
      expires: at(60 * minute),
    })
    expect(await extend(adapter, at(30 * minute), at(90 * minute))).toBe("refused")
  })

  test("SEC-D3 of a hundred callers one writes", async () => {
    const { adapter } = await openWithAda()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => extend(adapter, at(30 * minute), at(60 * minute))),
    )
    expect(answers.filter((answer) => answer !== "refused")).toHaveLength(1)
  })

  test('never brings back what has expired: "absent"', async () => {
    const { adapter, travel } = await openWithAda()
    travel(30 * minute)
    const before = await everything(adapter)
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toBe("absent")
    expect(await everything(adapter)).toEqual(before)
    await adapter.deleteSession("session-token")
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toBe("absent")
  })

  test('but one that was extended in time is "refused", not gone', async () => {
    const { adapter, travel } = await openWithAda()
    await extend(adapter, at(30 * minute), at(60 * minute))
    travel(30 * minute)
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toBe("refused")
  })

  test("needs both dates", async () => {
    const { adapter, calls } = spyOnStore()
    const missing = undefined as unknown as Date
    await expect(extend(adapter, missing, at(0))).rejects.toMatchObject({ ...invalid, fields: ["expires"] })
    await expect(extend(adapter, at(0), missing)).rejects.toMatchObject({ ...invalid, fields: ["expires"] })
    expect(calls).toEqual([])
  })
})

describe("verifyEmail", () => {
  test("SEC-E9 sets `emailVerified` once: the first success counts", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await all(adapter).verifyEmail("ada", at(1))).toEqual({ ...ada.user, emailVerified: at(1) })
    expect(await all(adapter).verifyEmail("ada", at(2))).toBe("refused")
    expect((await adapter.getUser("ada"))?.emailVerified).toEqual(at(1))
    expect(await all(adapter).verifyEmail("nobody", at(1))).toBe("absent")
  })
})

describe("dropTokens", () => {
  test("removes every token of an identifier and says how many", async () => {
    const { adapter } = await openWithAda()
    await adapter.createVerificationToken(tokenFor("ada@example.com", "second"))
    const other = await adapter.createVerificationToken(tokenFor("bob@example.com"))
    expect(await all(adapter).dropTokens("ada@example.com")).toBe(2)
    expect(await all(adapter).dropTokens("ada@example.com")).toBe(0)
    expect(await rowsOf(adapter, "verificationToken")).toEqual([other])
  })
})

describe("removeAuthenticator", () => {
  test("removes one passkey, and gives it back once", async () => {
    const { adapter, ada } = await openWithAda()
    const other = await adapter.createAuthenticator(passkeyOf("ada", "b3RoZXI="))
    const { credentialID } = ada.passkey
    expect(await all(adapter).removeAuthenticator(credentialID)).toEqual(ada.passkey)
    expect(await all(adapter).removeAuthenticator(credentialID)).toBeNull()
    expect(await rowsOf(adapter, "authenticator")).toEqual([other])
  })

  test("is one take, and refuses what is no text", async () => {
    const { adapter, calls } = spyOnStore()
    await all(adapter).removeAuthenticator("key")
    expect(calls).toEqual(["take"])
    await expect(all(adapter).removeAuthenticator(5 as never)).rejects.toMatchObject(invalid)
  })
})
