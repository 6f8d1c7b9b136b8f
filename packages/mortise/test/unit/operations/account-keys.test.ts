import { describe, expect, test } from "vitest"
import { accountOf, openWithAda, passkeyOf } from "../../support/ada.ts"
import { openMemory } from "../../support/memory.ts"
import { rowsOf } from "../support/rows.ts"
import { spyOnStore } from "../support/store-spy.ts"

describe("SEC-C1 the key of an account is compared byte for byte", () => {
  test.each([
    ["case", "User", "user"],
    ["an accent", "é", "e"],
    ["a trailing space", "1815", "1815 "],
    ["a leading zero", "7", "07"],
    ["normal form", "\u00e9", "e\u0301"],
    ["a zero-width space", "1815", "18\u200b15"],
    ["full-width digits", "1", "１"],
  ])("ids that differ in %s are different", async (_, one, other) => {
    const { adapter } = openMemory()
    for (const id of ["ada", "bob"]) await adapter.createUser({ id })
    await adapter.linkAccount({ ...accountOf("ada"), providerAccountId: one })
    expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: other })).toBeNull()
    await adapter.linkAccount({ ...accountOf("bob"), providerAccountId: other })
    expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: one })).toMatchObject({
      id: "ada",
    })
    expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: other })).toMatchObject({
      id: "bob",
    })
  })
})

describe("SEC-C2 invalid account ids", () => {
  const invalidIds = ["", "undefined", "null", "NaN", "[object Object]", "0", "true", "false", 0, -0]

  test.each(invalidIds)("%j is refused by a write and finds nothing in a lookup", async (id) => {
    const { adapter, calls } = spyOnStore()
    await adapter.createUser({ id: "ada" })
    calls.length = 0
    const refused = { code: "invalid", fields: ["providerAccountId"] }
    await expect(adapter.linkAccount({ ...accountOf("ada"), providerAccountId: id })).rejects.toMatchObject(
      refused,
    )
    await expect(
      adapter.createAuthenticator({ ...passkeyOf("ada"), providerAccountId: String(id) }),
    ).rejects.toMatchObject(refused)
    expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: id })).toBeNull()
    expect(await adapter.getAccount(id, "acme")).toBeNull()
    expect(await adapter.unlinkAccount({ provider: "acme", providerAccountId: id })).toBeUndefined()
    expect(calls).toEqual([])
  })
})

describe("numeric ids, as some providers assign them", () => {
  test("are equal to their digits as text", async () => {
    const { adapter } = openMemory()
    const user = await adapter.createUser({ id: "ada" })
    const account = await adapter.linkAccount({ ...accountOf("ada"), providerAccountId: 7 })
    expect(account.providerAccountId).toBe("7")
    for (const providerAccountId of [7, "7"]) {
      expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId })).toEqual(user)
      expect(await adapter.getAccount(providerAccountId, "acme")).toEqual(account)
    }
    await expect(adapter.linkAccount({ ...accountOf("ada"), providerAccountId: "7" })).rejects.toMatchObject({
      code: "conflict",
    })
    expect(await adapter.unlinkAccount({ provider: "acme", providerAccountId: 7 })).toEqual(account)
  })

  // JSON.parse rounds neighboring ids above 2^53 to one number: they would share an account.
  test.each([2 ** 53, -(2 ** 53), 1e21, 7.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "%d is not an exact integer, and every operation refuses it",
    async (id) => {
      const { adapter } = await openWithAda()
      await adapter.linkAccount({ ...accountOf("ada"), providerAccountId: `${id}?` })
      if (Number.isFinite(id))
        await adapter.linkAccount({ ...accountOf("ada"), providerAccountId: String(id) })
      const refused = { code: "invalid", fields: ["providerAccountId"] }
      const key = { provider: "acme", providerAccountId: id }
      await expect(adapter.getUserByAccount(key)).rejects.toMatchObject(refused)
      await expect(adapter.getAccount(id, "acme")).rejects.toMatchObject(refused)
      await expect(adapter.unlinkAccount(key)).rejects.toMatchObject(refused)
      await expect(adapter.linkAccount({ ...accountOf("ada"), ...key })).rejects.toMatchObject(refused)
    },
  )
})

test("SEC-C3 keys with different parts never collide", async () => {
  const { adapter } = openMemory()
  await adapter.createUser({ id: "ada" })
  const pairs = [
    ["a:b", "c"],
    ["a", "b:c"],
    ["{}", "{}"],
    ["*", "*"],
    ["a\nb", "c"],
    ["a", "\nb c"],
    ["1:a", "1"],
    ["1", ":a1"],
    ['"', '","'],
    ['","', '"'],
  ] as const
  for (const [provider, providerAccountId] of pairs)
    await adapter.linkAccount({ ...accountOf("ada"), provider, providerAccountId })
  expect(await rowsOf(adapter, "account")).toHaveLength(pairs.length)
  for (const [provider, providerAccountId] of pairs)
    expect(await adapter.getAccount(providerAccountId, provider)).toMatchObject({
      provider,
      providerAccountId,
    })
  expect(await adapter.getAccount("b:c", "a:b")).toBeNull()
  expect(await adapter.getAccount("c", "a")).toBeNull()
})
