import { describe, expect, test } from "vitest"
import type { Adapter } from "../../src/contract/adapter.ts"
import { defineSchema, extras, manifest, text, upkeep } from "../../src/index.ts"
import { createAccountCipher } from "../../src/layers/encrypted-tokens/account-cipher.ts"
import { checkFields } from "../../src/layers/encrypted-tokens/encrypted-fields.ts"
import { guardedUpdate } from "../../src/layers/encrypted-tokens/encrypted-tokens.ts"
import { checkKeys } from "../../src/layers/encrypted-tokens/encryption-keys.ts"
import { type EncryptedTokensOptions, encryptedTokens } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { testKeys as keys, testKey } from "./support/test-keys.ts"

const key = { provider: "github", providerAccountId: "1815" }
const secrets = { access_token: "gho_access", refresh_token: "ghr_refresh", id_token: "ey.id.token" }
const stored = /^enc1\.new\./

/** A user with an account, over a memory store. `base` shows what is stored. */
async function open(options: Partial<EncryptedTokensOptions> = {}) {
  const schema = defineSchema({ account: { fields: { note: text({ optional: true }) } } })
  const base = memoryAdapter({ schema })
  const adapter = encryptedTokens(base, { keys, ...options })
  const { id: userId } = await base.createUser({ email: "ada@example.com" })
  const account = { ...key, ...secrets, userId, type: "oauth", scope: "repo", note: "a note" } as const
  const raw = () => base.getAccount("1815", "github")
  const get = (from: Adapter = adapter) => from.getAccount("1815", "github")
  return { base, adapter, userId, account, raw, get, more: extras(adapter) }
}

test("every operation takes and returns plain tokens, and stores encrypted ones", async () => {
  const { base, adapter, account, userId, raw, get, more } = await open({ fields: ["note"] })
  expect(await adapter.linkAccount(account)).toEqual(account)
  const encrypted = { ...secrets, note: "" }
  for (const name of Object.keys(encrypted))
    expect(await raw()).toHaveProperty(name, expect.stringMatching(stored))
  expect(await raw()).toMatchObject({ ...key, scope: "repo", userId })
  expect(await get()).toEqual(account)
  expect(await more.listAccounts(userId)).toEqual([account])
  expect((await upkeep(adapter).page("account")).rows).toEqual([account])
  expect((await upkeep(adapter).page("user")).rows).toEqual((await upkeep(base).page("user")).rows)

  const changes = { ...key, access_token: "newer", id_token: null, note: undefined }
  const { id_token: _, ...changed } = { ...account, access_token: "newer" }
  expect(await more.updateAccount(changes)).toEqual({ ok: true, row: changed })
  expect(await raw()).toHaveProperty("access_token", expect.stringMatching(stored))
  expect(await get()).toEqual(changed)
  expect(await adapter.unlinkAccount(key)).toEqual(changed)
  expect(await get()).toBeNull()
  expect(await adapter.unlinkAccount(key)).toBeUndefined()

  const { userId: __, ...unowned } = account
  const made = await more.signUp({ user: { email: "bob@example.com" }, account: unowned })
  expect(made.account).toEqual({ ...account, userId: made.user.id })
  expect(await raw()).toHaveProperty("refresh_token", expect.stringMatching(stored))
  expect(JSON.stringify(await upkeep(base).page("account"))).not.toMatch(/gho_|ghr_|ey\.|a note/)
  expect(await more.signUp({ user: { email: "carl@example.com" } })).not.toHaveProperty("account")
})

test("an account whose key has a NUL is refused before the adapter below stores it", async () => {
  const { base, account } = await open()
  const calls: unknown[] = []
  const linkAccount: Adapter["linkAccount"] = async (row) => {
    calls.push(row)
    return row as never
  }
  const adapter = encryptedTokens({ ...base, linkAccount }, { keys })
  await adapter.linkAccount(account)
  for (const part of ["provider", "providerAccountId"])
    await expect(adapter.linkAccount({ ...account, [part]: "a\0b" })).rejects.toMatchObject({
      code: "invalid",
    })
  expect(calls).toHaveLength(1)
})

test("absent, null and empty tokens stay what they are, and a numeric id is the same as its text", async () => {
  const { adapter, account, raw, get } = await open()
  const { id_token: _, ...given } = {
    ...account,
    providerAccountId: 1815,
    access_token: null,
    refresh_token: "",
  }
  await adapter.linkAccount(given)
  expect(await raw()).toMatchObject({ refresh_token: "" })
  expect(await get()).toEqual(await raw())
  const { adapter: other, get: found } = await open()
  await other.linkAccount({
    ...account,
    providerAccountId: 1815,
    userId: (await other.getUserByEmail("ada@example.com"))?.id ?? "",
  })
  expect(await found()).toMatchObject(secrets)
})

test("the adapter below gets a numeric id as its text", async () => {
  const { base, account } = await open()
  const linked: unknown[] = []
  const below: Adapter = {
    ...base,
    linkAccount(row) {
      linked.push(row.providerAccountId)
      return base.linkAccount(row)
    },
  }
  await encryptedTokens(below, { keys }).linkAccount({ ...account, providerAccountId: 1815 as never })
  expect(linked).toEqual(["1815"])
})

describe("a guarded update", () => {
  test("compares decrypted tokens, whatever they were encrypted with", async () => {
    const { adapter, base, account, more, get } = await open()
    await encryptedTokens(base, { keys: [...keys].reverse() }).linkAccount(account)
    const set = (refresh_token: string | null, access_token?: string | null) =>
      more.updateAccount(
        { ...key, scope: "all" },
        { refresh_token, ...(access_token !== undefined && { access_token }) },
      )
    const refused = { ok: false, reason: "refused" }
    for (const outcome of [set("other"), set(null), set("ghr_refresh", "other"), set("ghr_refresh", null)])
      expect(await outcome).toEqual(refused)
    expect((await get())?.scope).toBe("repo")
    expect(await set("ghr_refresh")).toMatchObject({ row: { ...secrets, scope: "all" } })
    expect(await set("ghr_refresh", "gho_access")).toMatchObject({ row: secrets })
    expect(
      await more.updateAccount({ ...key, refresh_token: null }, { refresh_token: "ghr_refresh" }),
    ).not.toHaveProperty("row.refresh_token")
    expect(await set(null)).toMatchObject({ row: { scope: "all" } })
    expect(await set("ghr_refresh")).toEqual(refused)
    expect(await more.updateAccount(key, { refresh_token: "other" })).toMatchObject({ row: { scope: "all" } })
    await adapter.unlinkAccount(key)
    expect(await set("ghr_refresh")).toEqual({ ok: false, reason: "absent" })
    await expect(more.updateAccount({ ...key, userId: "bob" }, { refresh_token: "x" })).rejects.toMatchObject(
      { code: "invalid" },
    )
  })

  test("has one winner, even while the row is encrypted again", async () => {
    const { base, account, adapter, raw } = await open()
    await adapter.linkAccount(account)
    const cipher = createAccountCipher(checkFields(base), checkKeys(keys), true)
    const { updateAccount } = extras(base)
    let left = 24
    const getAccount = async () => {
      const row = await raw()
      const refresh_token = await cipher.sealText(key, "refresh_token", "ghr_refresh")
      if (left-- > 0)
        await updateAccount({ ...key, refresh_token }, { refresh_token: row?.refresh_token ?? null })
      return row
    }
    const refresh = async (name: string) => {
      const refresh_token = await cipher.sealText(key, "refresh_token", name)
      return guardedUpdate(
        { cipher, getAccount, updateAccount },
        { ...key, refresh_token },
        { refresh_token: "ghr_refresh" },
      )
    }
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, nth) => refresh(`r${nth}`)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(left).toBeLessThan(0)
  })
})

describe("what cannot be decrypted", () => {
  const changed =
    "account.refresh_token cannot be decrypted with the key new: it was changed, or moved from elsewhere."
  const corrupt = { code: "corrupt", fields: ["refresh_token"] }

  test("is corrupt in every read: never null, and never what is stored", async () => {
    const { base, adapter, account, userId, raw, more } = await open()
    await adapter.linkAccount(account)
    const { access_token: moved } = (await raw()) ?? {}
    await extras(base).updateAccount({ ...key, refresh_token: moved })
    const reads = [
      () => adapter.getAccount("1815", "github"),
      () => more.listAccounts(userId),
      () => upkeep(adapter).page("account"),
      () => more.updateAccount({ ...key, scope: "all" }, { refresh_token: "ghr_refresh" }),
    ]
    for (const read of reads) await expect(read()).rejects.toMatchObject({ ...corrupt, message: changed })
    expect(await adapter.getUserByAccount(key)).toMatchObject({ id: userId })
  })

  test("does not prevent a write, whose result lacks it", async () => {
    const { base, adapter, account, get, more } = await open()
    await adapter.linkAccount(account)
    await extras(base).updateAccount({ ...key, refresh_token: "enc2.x" })
    const { refresh_token: _, ...rest } = account
    expect(await more.updateAccount({ ...key, access_token: "newer" })).toEqual({
      ok: true,
      row: { ...rest, access_token: "newer" },
    })
    await expect(get()).rejects.toMatchObject(corrupt)
    expect(await adapter.unlinkAccount(key)).toEqual({ ...rest, access_token: "newer" })
    expect(await get()).toBeNull()
  })

  test("SEC-I5: a key that was removed is named, and its secret is not", async () => {
    const { base, adapter, account } = await open()
    await adapter.linkAccount(account)
    const later = encryptedTokens(base, { keys: [testKey("newest", 9)] })
    const error = await later.getAccount("1815", "github").catch((thrown) => thrown)
    expect(error).toMatchObject({
      code: "corrupt",
      message: expect.stringContaining("the key new, which is not"),
    })
    expect(String(error)).not.toContain(String(keys[0]?.secret))
  })
})

test("SEC-I4: what an older key encrypted is read, and new values have the first key", async () => {
  const { base, account, adapter, get, raw, more } = await open()
  await encryptedTokens(base, { keys: [...keys].reverse() }).linkAccount(account)
  expect((await raw())?.access_token).toMatch(/^enc1\.old\./)
  expect(await get()).toEqual(account)
  await more.updateAccount({ ...key, access_token: "newer" })
  expect((await raw())?.access_token).toMatch(stored)
  expect((await raw())?.refresh_token).toMatch(/^enc1\.old\./)
  expect(await get(adapter)).toEqual({ ...account, access_token: "newer" })
})

test("SEC-I6: values that were stored before are read, or refused by choice", async () => {
  const { base, account, get, more, raw } = await open()
  await base.linkAccount(account)
  expect(await get()).toEqual(account)
  const strict = encryptedTokens(base, { keys, existingPlaintext: "refuse" })
  await expect(get(strict)).rejects.toMatchObject({
    code: "corrupt",
    message: expect.stringContaining("npx mortise rotate-keys"),
  })
  expect(
    await more.updateAccount({ ...key, refresh_token: "r2" }, { refresh_token: "ghr_refresh" }),
  ).toMatchObject({ row: { ...secrets, refresh_token: "r2" } })
  expect((await raw())?.refresh_token).toMatch(stored)
  expect((await raw())?.access_token).toBe("gho_access")
})

describe("limits", () => {
  test("are lower in the manifest, and a longer text is refused before anything is written", async () => {
    const { adapter, account, raw, more } = await open({ fields: ["session_state", "note"] })
    const { limits } = manifest(adapter)
    const limit = limits["account.refresh_token"] as number
    expect(limit).toBeGreaterThan(48_000)
    expect([limits["account.session_state"], limits["account.scope"], limits["account.note"]]).toEqual([
      limit,
      65_536,
      undefined,
    ])
    const long = { ...account, refresh_token: "€".repeat(limit / 3 + 1) }
    const invalid = {
      code: "invalid",
      fields: ["refresh_token"],
      message: expect.stringContaining(`at most ${limit} bytes`),
    }
    await expect(adapter.linkAccount(long)).rejects.toMatchObject(invalid)
    await expect(more.signUp({ user: { email: "bob@example.com" }, account: long })).rejects.toMatchObject(
      invalid,
    )
    expect([await raw(), await adapter.getUserByEmail("bob@example.com")]).toEqual([null, null])
    await adapter.linkAccount({ ...account, refresh_token: "x".repeat(limit) })
    await expect(more.updateAccount(long)).rejects.toMatchObject(invalid)
    expect((await adapter.getAccount("1815", "github"))?.refresh_token).toHaveLength(limit)
  })

  test.each([["a\0b"], ["a\ud800"], [7], [{}]])("refuse what is not a text: %j", async (access_token) => {
    const { adapter, account } = await open()
    await expect(adapter.linkAccount({ ...account, access_token } as never)).rejects.toMatchObject({
      code: "invalid",
      fields: ["access_token"],
    })
  })
})

describe("a third-party adapter", () => {
  test("is wrapped as far as it has operations, and stores no unencrypted value", async () => {
    const { base, account } = await open()
    const { linkAccount, getAccount, createUser } = base
    const official = encryptedTokens({ linkAccount, getAccount, createUser }, { keys, fields: ["note"] })
    expect(Object.keys(official).sort()).toEqual(["createUser", "getAccount", "linkAccount"])
    await official.linkAccount(account)
    expect((await base.getAccount("1815", "github"))?.note).toMatch(stored)
    expect(await official.getAccount("1815", "github")).toEqual(account)
    for (const wrong of [
      { access_token: 7 },
      { provider: 7 },
      { providerAccountId: 1e300 },
      { provider: "" },
    ])
      await expect(official.linkAccount({ ...account, ...wrong } as never)).rejects.toMatchObject({
        code: "invalid",
      })
  })

  test("works without results of linkAccount and unlinkAccount", async () => {
    const none = async (_: unknown) => undefined
    const official = encryptedTokens({ createUser: none, linkAccount: none, unlinkAccount: none }, { keys })
    expect(await official.linkAccount({ ...key, ...secrets } as never)).toBeUndefined()
  })
})
