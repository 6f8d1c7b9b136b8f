import { describe, expect, test } from "vitest"
import { type Extras, extras } from "../../../src/index.ts"
import { openWithAda } from "../../support/ada.ts"
import { at, minute } from "../../support/memory.ts"
import { everything, rowsOf } from "../support/rows.ts"
import { spyOnStore } from "../support/store-spy.ts"

const all = (adapter: object) => extras(adapter) as Extras
const acme = { provider: "acme", providerAccountId: "1815" }
const invalid = { code: "invalid" }
const [absent, refused] = [
  { ok: false, reason: "absent" },
  { ok: false, reason: "refused" },
]

describe("updateAccount", () => {
  test("with both tokens as the guard, changes the account only if both are stored", async () => {
    const { adapter } = await openWithAda()
    const { updateAccount } = all(adapter)
    const stored = await updateAccount({ ...acme, refresh_token: "r1", access_token: "a1" })
    const change = (when: { refresh_token: string | null; access_token?: string | null }) =>
      updateAccount({ ...acme, scope: "changed" }, when)
    expect(await change({ refresh_token: "r1", access_token: "a0" })).toEqual(refused)
    expect(await change({ refresh_token: "r1", access_token: null })).toEqual(refused)
    expect(await change({ refresh_token: "r0", access_token: "a1" })).toEqual(refused)
    expect(await change({ refresh_token: "r1", access_token: "a1" })).toEqual({
      ok: true,
      row: { ...(stored.ok && stored.row), scope: "changed" },
    })
    await updateAccount({ ...acme, access_token: null })
    expect(await change({ refresh_token: "r1", access_token: null })).toMatchObject({
      ok: true,
      row: { refresh_token: "r1" },
    })
  })

  test("changes only the given fields", async () => {
    const { adapter, ada } = await openWithAda()
    const updated = await all(adapter).updateAccount({ ...acme, access_token: "new", token_type: "Bearer" })
    const row = { ...ada.account, access_token: "new", token_type: "bearer" }
    expect(updated).toEqual({ ok: true, row })
    expect(await all(adapter).updateAccount({ ...acme, access_token: null })).not.toHaveProperty(
      "row.access_token",
    )
    expect(await all(adapter).updateAccount(acme)).toEqual({
      ok: true,
      row: { ...ada.account, token_type: "bearer" },
    })
  })

  test("with `when`, changes the account only if that refresh token is stored", async () => {
    const { adapter } = await openWithAda()
    const refresh = (to: string, from: string | null) =>
      all(adapter).updateAccount({ ...acme, refresh_token: to }, { refresh_token: from })
    expect(await refresh("first", "other")).toEqual(refused)
    expect(await refresh("first", null)).toMatchObject({ row: { refresh_token: "first" } })
    expect(await refresh("second", null)).toEqual(refused)
    expect(await refresh("second", "first")).toMatchObject({ row: { refresh_token: "second" } })
    expect(await rowsOf(adapter, "account")).toMatchObject([{ refresh_token: "second" }])
  })

  test("without changes, reads the account whatever `when` says", async () => {
    const { adapter, ada } = await openWithAda()
    expect(await all(adapter).updateAccount(acme, { refresh_token: "other" })).toEqual({
      ok: true,
      row: ada.account,
    })
  })

  test("lets one of many concurrent callers replace a refresh token", async () => {
    const { adapter } = await openWithAda()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        all(adapter).updateAccount({ ...acme, refresh_token: `new ${n}` }, { refresh_token: null }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('returns "absent" for a missing account, and cannot change the user', async () => {
    const { adapter } = await openWithAda()
    await adapter.createUser({ id: "bob" })
    const before = await everything(adapter)
    expect(await all(adapter).updateAccount({ ...acme, provider: "other", scope: "x" })).toEqual(absent)
    expect(await all(adapter).updateAccount({ ...acme, provider: "other" })).toEqual(absent)
    expect(await all(adapter).updateAccount({ ...acme, providerAccountId: "1816", scope: "x" })).toEqual(
      absent,
    )
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
    expect(await extend(adapter, at(29 * minute), at(60 * minute))).toEqual(refused)
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toEqual({
      ok: true,
      row: { ...ada.session, expires: at(60 * minute) },
    })
    expect(await extend(adapter, at(30 * minute), at(90 * minute))).toEqual(refused)
  })

  test("SEC-D3 lets one of a hundred concurrent callers write", async () => {
    const { adapter } = await openWithAda()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => extend(adapter, at(30 * minute), at(60 * minute))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('returns "absent" for an expired session, which is never extended', async () => {
    const { adapter, travel } = await openWithAda()
    travel(30 * minute)
    const before = await everything(adapter)
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toEqual(absent)
    expect(await everything(adapter)).toEqual(before)
    await adapter.deleteSession("session-token")
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toEqual(absent)
  })

  test('returns "refused" if another caller extended the session before it expired', async () => {
    const { adapter, travel } = await openWithAda()
    await extend(adapter, at(30 * minute), at(60 * minute))
    travel(30 * minute)
    expect(await extend(adapter, at(30 * minute), at(60 * minute))).toEqual(refused)
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
    expect(await all(adapter).verifyEmail("ada", "ada@example.com", at(1))).toEqual({
      ok: true,
      row: { ...ada.user, emailVerified: at(1) },
    })
    expect(await all(adapter).verifyEmail("ada", "ADA@example.com", at(2))).toEqual(refused)
    expect((await adapter.getUser("ada"))?.emailVerified).toEqual(at(1))
    expect(await all(adapter).verifyEmail("unknown", "ada@example.com", at(1))).toEqual(absent)
  })

  test("SEC-R10 verifies only the address that was proved", async () => {
    const { adapter } = await openWithAda()
    await adapter.updateUser({ id: "ada", email: "new@example.com" })
    expect(await all(adapter).verifyEmail("ada", "ada@example.com", at(1))).toEqual(refused)
    expect(await all(adapter).verifyEmail("ada", "", at(1))).toEqual(refused)
    expect((await adapter.getUser("ada"))?.emailVerified).toBeNull()
    const verified = await all(adapter).verifyEmail("ada", "New@Example.com", at(1))
    expect(verified).toMatchObject({ ok: true, row: { emailVerified: at(1) } })
  })
})
