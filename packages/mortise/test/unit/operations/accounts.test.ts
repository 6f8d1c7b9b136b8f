import { describe, expect, test } from "vitest"
import { accountOf, openWithAda } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { everything, rowsOf } from "../support/rows.ts"

const key = { provider: "acme", providerAccountId: "1815" }

describe("§4 linkAccount", () => {
  test("creates the account with all OAuth fields and returns it", async () => {
    const { adapter } = openMemory()
    const { id: userId } = await adapter.createUser({ email: "ada@example.com" })
    const account = {
      ...accountOf(userId),
      access_token: "access",
      refresh_token: "refresh",
      id_token: "id",
      expires_in: 3600,
      expires_at: 1_900_000_000,
      scope: "openid email",
      token_type: "bearer" as const,
      session_state: "state",
    }
    expect(await adapter.linkAccount(account)).toEqual(account)
    expect(await rowsOf(adapter, "account")).toEqual([account])
  })

  test("links several accounts to one user", async () => {
    const { adapter, ada } = await openWithAda()
    const second = await adapter.linkAccount({ ...accountOf("ada"), provider: "other" })
    expect(await rowsOf(adapter, "account")).toEqual([ada.account, second])
  })

  test("throws not_found if the user does not exist", async () => {
    const { adapter } = openMemory()
    await expect(adapter.linkAccount(accountOf("unknown"))).rejects.toMatchObject({
      code: "not_found",
      model: "account",
      operation: "linkAccount",
    })
    expect(await rowsOf(adapter, "account")).toEqual([])
  })

  test.each(["oauth", "oidc", "email", "webauthn"] as const)(
    "§2 AdapterAccountType: accepts %s",
    async (type) => {
      const { adapter } = await openWithAda()
      const account = await adapter.linkAccount({ ...accountOf("ada"), provider: "other", type })
      expect(account.type).toBe(type)
    },
  )

  test("§2 AdapterAccountType: refuses any other type and lists the four", async () => {
    const { adapter } = await openWithAda()
    const account = { ...accountOf("ada"), provider: "other", type: "credentials" as "oauth" }
    await expect(adapter.linkAccount(account)).rejects.toMatchObject({
      code: "invalid",
      fields: ["type"],
      message: "account.type must be one of oauth, oidc, email, webauthn.",
    })
  })
})

describe("§4 getUserByAccount", () => {
  test("finds the user owning the account", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.getUserByAccount(key)).toEqual(ada.user)
  })

  test.each([
    ["another provider", { ...key, provider: "other" }],
    ["another id", { ...key, providerAccountId: "1816" }],
    ["provider and id exchanged", { provider: "1815", providerAccountId: "acme" }],
  ])("§7.5 returns null for %s", async (_, other) => {
    const { adapter } = await openWithAda()
    expect(await adapter.getUserByAccount(other)).toBeNull()
  })
})

describe("§4 getAccount", () => {
  test("takes providerAccountId first, then provider", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.getAccount("1815", "acme")).toEqual(ada.account)
  })

  test("§7.4 returns null and does not throw if nothing is found", async () => {
    const { adapter } = await openWithAda()
    expect(await adapter.getAccount("1816", "acme")).toBeNull()
    expect(await adapter.getAccount("1815", "other")).toBeNull()
    expect(await adapter.getAccount("acme", "1815")).toBeNull()
  })
})

describe("§4 unlinkAccount", () => {
  test("deletes the account and returns it; the user remains", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await adapter.unlinkAccount(key)).toEqual(ada.account)
    expect(await adapter.getAccount("1815", "acme")).toBeNull()
    expect(await adapter.getUser("ada")).toEqual(ada.user)
  })

  test("leaves the account with the same id at another provider, and another account at the same provider", async () => {
    const { adapter } = await openWithAda()
    const others = [
      await adapter.linkAccount({ ...accountOf("ada"), provider: "other" }),
      await adapter.linkAccount({ ...accountOf("ada"), providerAccountId: "1816" }),
    ]
    await adapter.unlinkAccount(key)
    expect(await rowsOf(adapter, "account")).toEqual(expect.arrayContaining(others))
    expect(await rowsOf(adapter, "account")).toHaveLength(2)
  })

  test.each([
    ["another provider", { ...key, provider: "other" }],
    ["another id", { ...key, providerAccountId: "1816" }],
    ["provider and id exchanged", { provider: "1815", providerAccountId: "acme" }],
  ])("returns undefined for %s, and deletes nothing", async (_, other) => {
    const { adapter } = await openWithAda()
    const before = await everything(adapter)
    expect(await adapter.unlinkAccount(other)).toBeUndefined()
    expect(await everything(adapter)).toEqual(before)
  })
})
