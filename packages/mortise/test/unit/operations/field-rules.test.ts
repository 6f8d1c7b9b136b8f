import { describe, expect, test } from "vitest"
import { accountOf, openWithAda, passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { everything, rowsOf } from "../support/rows.ts"

const passkeyId = "Y3JlZGVudGlhbA=="

describe("Fields", () => {
  test("that are nullable are returned as null if they are empty", async () => {
    const { adapter } = openMemory()
    expect(await adapter.createUser({ id: "ada", email: "ada@example.com" })).toEqual({
      id: "ada",
      email: "ada@example.com",
      name: null,
      image: null,
      emailVerified: null,
    })
  })

  test("that are optional are left out if they were never given", async () => {
    const { adapter } = await openWithAda()
    const account = { ...accountOf("ada"), provider: "other", refresh_token: undefined, scope: null }
    expect(Object.keys(await adapter.linkAccount(account)).sort()).toEqual(
      Object.keys(accountOf("ada")).sort(),
    )
    expect(await adapter.getAuthenticator(passkeyId)).not.toHaveProperty("transports")
  })

  test("include session_state", async () => {
    const { adapter } = await openWithAda()
    const account = await adapter.linkAccount({ ...accountOf("ada"), provider: "other", session_state: "s" })
    expect(account.session_state).toBe("s")
  })
})

describe("Dates", () => {
  test("are given and returned as Date, with milliseconds", async () => {
    const { adapter } = await openWithAda()
    for (const ms of [0, 1, 500, 998, 999]) {
      const emailVerified = new Date(Date.UTC(2026, 2, 29, 1, 59, 59, ms))
      await adapter.updateUser({ id: "ada", emailVerified })
      expect((await adapter.getUser("ada"))?.emailVerified).toEqual(emailVerified)
    }
  })

  test.each([2 ** 31, 253402300800, 1_900_000_000.5, 0, -1])(
    "expires_at stores %d exactly",
    async (expires_at) => {
      const { adapter } = await openWithAda()
      const account = await adapter.linkAccount({ ...accountOf("ada"), provider: "other", expires_at })
      expect(account.expires_at).toBe(expires_at)
    },
  )
})

describe("Undefined leaves a field unchanged, null clears it", () => {
  test("in updates", async () => {
    const { adapter, ada } = await openWithAda()
    await adapter.updateUser({ id: "ada", image: "picture" })
    const updated = await adapter.updateUser({ id: "ada", name: undefined, image: null })
    expect(updated).toEqual({ ...ada.user, image: null })
    expect(await adapter.getUser("ada")).toEqual(updated)
  })

  test("and a required field cannot be cleared", async () => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    await expect(
      adapter.updateSession({ sessionToken: "session-token", expires: null as unknown as Date }),
    ).rejects.toMatchObject({
      code: "invalid",
      fields: ["expires"],
      message: "session.expires cannot be cleared.",
    })
    expect(await everything(adapter)).toEqual(before)
  })
})

describe("Keys are compared byte for byte", () => {
  test.each([
    ["case", "Token", "token"],
    ["an accent", "café", "cafe"],
    ["normal form", "caf\u00e9", "cafe\u0301"],
    ["a trailing space", "token", "token "],
    ["a zero-width space", "token", "to\u200bken"],
  ])("keys that differ in %s are different", async (_, one, other) => {
    const { adapter } = await openWithAda()
    await adapter.createSession(sessionOf("ada", one))
    await adapter.createVerificationToken(tokenFor(one, "t"))
    await adapter.createAuthenticator(passkeyOf("ada", one))
    await adapter.createUser({ id: one })
    expect(await adapter.getSessionAndUser(other)).toBeNull()
    expect(await adapter.useVerificationToken({ identifier: other, token: "t" })).toBeNull()
    expect(await adapter.getAuthenticator(other)).toBeNull()
    expect(await adapter.getUser(other)).toBeNull()
  })

  test("but an email is stored, looked up and unique in its canonical form", async () => {
    const { adapter } = openMemory()
    const user = await adapter.createUser({ email: " Ada@EXAMPLE.com " })
    expect(user.email).toBe("ada@example.com")
    expect(await adapter.getUserByEmail("ＡＤＡ＠example.com")).toEqual(user)
    await expect(adapter.createUser({ email: "ADA@example.com" })).rejects.toMatchObject({ code: "conflict" })
    expect((await adapter.updateUser({ id: user.id, email: "GRACE@Example.com" })).email).toBe(
      "grace@example.com",
    )
  })

  test("and any number of users may have no email, which is null", async () => {
    const { adapter } = openMemory()
    expect((await adapter.createUser({ name: "Nemo" })).email).toBeNull()
    expect((await adapter.createUser({ name: "Outis", email: undefined })).email).toBeNull()
    expect(await rowsOf(adapter, "user")).toHaveLength(2)
  })
})

describe("Token types", () => {
  test("are stored and returned in lower case", async () => {
    const { adapter } = await openWithAda()
    const account = await adapter.linkAccount({
      ...accountOf("ada"),
      provider: "other",
      token_type: "Bearer",
    })
    expect(account.token_type).toBe("bearer")
    expect((await adapter.getAccount("1815", "other"))?.token_type).toBe("bearer")
  })
})
