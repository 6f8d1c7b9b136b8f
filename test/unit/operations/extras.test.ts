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

describe("listSessions", () => {
  test("lists the sessions of a user that have not expired", async () => {
    const { adapter, travel, ada } = await openWithAda()
    await adapter.createSession({ ...sessionOf("ada", "short"), expires: at(minute) })
    await adapter.createUser({ id: "bob" })
    await adapter.createSession(sessionOf("bob", "bobs"))
    expect(await all(adapter).listSessions("ada")).toHaveLength(2)
    travel(minute)
    expect(await all(adapter).listSessions("ada")).toEqual([ada.session])
    expect(await all(adapter).listSessions("unknown")).toEqual([])
  })
})

describe("listAccounts", () => {
  test("lists the accounts of a user", async () => {
    const { adapter, ada } = await openWithAda()
    const second = await adapter.linkAccount({ ...accountOf("ada"), provider: "other" })
    expect(await all(adapter).listAccounts("ada")).toEqual([ada.account, second])
    expect(await all(adapter).listAccounts("unknown")).toEqual([])
  })
})

test("a key that cannot exist finds nothing, without a call of the store", async () => {
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
  test("changes only the given fields", async () => {
    const { adapter, ada } = await openWithAda()
    const updated = await all(adapter).updateAccount({ ...acme, access_token: "new", token_type: "Bearer" })
    expect(updated).toEqual({ ...ada.account, access_token: "new", token_type: "bearer" })
    expect(await all(adapter).updateAccount({ ...acme, access_token: null })).not.toHaveProperty(
      "access_token",
    )
    expect(await all(adapter).updateAccount(acme)).toEqual({ ...ada.account, token_type: "bearer" })
  })

  test("with `when`, changes the account only if that refresh token is stored", async () => {
    const { adapter } = await openWithAda()
    const refresh = (to: string, from: string | null) =>
      all(adapter).updateAccount({ ...acme, refresh_token: to }, { refresh_token: from })
    expect(await refresh("first", "other")).toBe("refused")
    expect(await refresh("first", null)).toMatchObject({ refresh_token: "first" })
    expect(await refresh("second", null)).toBe("refused")
    expect(await refresh("second", "first")).toMatchObject({ refresh_token: "second" })
    expect(await rowsOf(adapter, "account")).toMatchObject([{ refresh_token: "second" }])
  })

  test("lets one of many concurrent callers replace a refresh token", async () => {
    const { adapter } = await openWithAda()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        all(adapter).updateAccount({ ...acme, refresh_token: `new ${n}` }, { refresh_token: null }),
      ),
    )
    expect(answers.filter((answer) => answer !== "refused")).toHaveLength(1)
  })

  test('returns "absent" for a missing account, and cannot change the user', async () => {
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

  test("changes `expires` only if it is still `from`", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await extend(adapter, at(29 * minute), at(60 * minute))).toBe("refused")
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toEqual({
      ...ada.session,
      expires: at(60 * minute),
    })
    expect(await extend(adapter, at(30 * minute), at(90 * minute))).toBe("refused")
  })

  test("SEC-D3 lets one of a hundred concurrent callers write", async () => {
    const { adapter } = await openWithAda()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => extend(adapter, at(30 * minute), at(60 * minute))),
    )
    expect(answers.filter((answer) => answer !== "refused")).toHaveLength(1)
  })

  test('returns "absent" for an expired session, which is never extended', async () => {
    const { adapter, travel } = await openWithAda()
    travel(30 * minute)
    const before = await everything(adapter)
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toBe("absent")
    expect(await everything(adapter)).toEqual(before)
    await adapter.deleteSession("session-token")
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toBe("absent")
  })

  test('returns "refused" if another caller extended the session before it expired', async () => {
    const { adapter, travel } = await openWithAda()
    await extend(adapter, at(30 * minute), at(60 * minute))
    travel(30 * minute)
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toBe("refused")
  })

  test("requires both dates", async () => {
    const { adapter, calls } = spyOnStore()
    const missing = undefined as unknown as Date
    await expect(extend(adapter, missing, at(0))).rejects.toMatchObject({ ...invalid, fields: ["expires"] })
    await expect(extend(adapter, at(0), missing)).rejects.toMatchObject({ ...invalid, fields: ["expires"] })
    expect(calls).toEqual([])
  })
})

describe("verifyEmail", () => {
  test("SEC-E9 sets `emailVerified` once; later calls are refused", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await all(adapter).verifyEmail("ada", at(1))).toEqual({ ...ada.user, emailVerified: at(1) })
    expect(await all(adapter).verifyEmail("ada", at(2))).toBe("refused")
    expect((await adapter.getUser("ada"))?.emailVerified).toEqual(at(1))
    expect(await all(adapter).verifyEmail("unknown", at(1))).toBe("absent")
  })
})

describe("dropTokens", () => {
  test("deletes every token of an identifier and returns their number", async () => {
    const { adapter } = await openWithAda()
    await adapter.createVerificationToken(tokenFor("ada@example.com", "second"))
    const other = await adapter.createVerificationToken(tokenFor("bob@example.com"))
    expect(await all(adapter).dropTokens("ada@example.com")).toBe(2)
    expect(await all(adapter).dropTokens("ada@example.com")).toBe(0)
    expect(await rowsOf(adapter, "verificationToken")).toEqual([other])
  })
})

describe("removeAuthenticator", () => {
  test("deletes one passkey and returns it, then returns null", async () => {
    const { adapter, ada } = await openWithAda()
    const other = await adapter.createAuthenticator(passkeyOf("ada", "b3RoZXI="))
    const { credentialID } = ada.passkey
    expect(await all(adapter).removeAuthenticator(credentialID)).toEqual(ada.passkey)
    expect(await all(adapter).removeAuthenticator(credentialID)).toBeNull()
    expect(await rowsOf(adapter, "authenticator")).toEqual([other])
  })

  test("calls `take` once, and refuses an id that is not a text", async () => {
    const { adapter, calls } = spyOnStore()
    await all(adapter).removeAuthenticator("key")
    expect(calls).toEqual(["take"])
    await expect(all(adapter).removeAuthenticator(5 as never)).rejects.toMatchObject(invalid)
  })
})
