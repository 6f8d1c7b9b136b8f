import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { seed } from "../../../../workshop/src/tests/seed.ts"
import { accountOf, openWithAda, passkeyOf, sessionOf } from "../../support/ada.ts"
import { at, openMemory } from "../../support/memory.ts"
import { everything } from "../support/rows.ts"

describe("SEC-A1 a lookup that finds nothing returns null", () => {
  test("for random keys", async () => {
    const { adapter } = await openWithAda()
    const keys = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((key) => key !== "ada")
    await fc.assert(
      fc.asyncProperty(keys, async (key) => {
        expect(await adapter.getUser(key)).toBeNull()
        expect(await adapter.getUserByEmail(key)).toBeNull()
        expect(await adapter.getUserByAccount({ provider: "acme", providerAccountId: `_${key}` })).toBeNull()
        expect(await adapter.getSessionAndUser(key)).toBeNull()
        expect(await adapter.getAccount(`_${key}`, "acme")).toBeNull()
        expect(await adapter.getAuthenticator(key)).toBeNull()
        expect(await adapter.useVerificationToken({ identifier: "ada@example.com", token: key })).toBeNull()
      }),
      { seed },
    )
  })
})

describe("SEC-A4 an update never creates a missing row", () => {
  test("it throws or returns null, and the store stays empty", async () => {
    const { adapter } = openMemory()
    await expect(adapter.updateUser({ id: "ada", name: "A" })).rejects.toMatchObject({ code: "not_found" })
    expect(await adapter.updateSession(sessionOf("ada"))).toBeNull()
    await expect(adapter.updateAuthenticatorCounter("x", 1)).rejects.toMatchObject({ code: "not_found" })
    expect(Object.values(await everything(adapter)).flat()).toEqual([])
  })
})

describe("SEC-A5 a partial update changes only the given fields", () => {
  test("with the same result as on a plain object", async () => {
    const texts = fc.option(fc.constantFrom("one", "two"), { nil: null })
    const patches = fc.record(
      { name: texts, image: texts, emailVerified: fc.option(fc.constantFrom(at(1), at(2)), { nil: null }) },
      { requiredKeys: [] },
    )
    const maybeUndefined = patches.map((patch) => ({ image: undefined, ...patch }))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(patches, maybeUndefined), { maxLength: 8 }), async (changes) => {
        const { adapter } = openMemory()
        let expected: object = await adapter.createUser({ id: "ada", name: "Ada" })
        for (const change of changes) {
          const given = Object.entries(change).filter(([, value]) => value !== undefined)
          expected = { ...expected, ...Object.fromEntries(given) }
          expect(await adapter.updateUser({ id: "ada", ...change })).toEqual(expected)
          expect(await adapter.getUser("ada")).toEqual(expected)
        }
      }),
      { seed },
    )
  })
})

describe("SEC-A6 dates", () => {
  test("are stored to the millisecond over the whole range", async () => {
    const { adapter } = await openWithAda()
    const dates = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    })
    await fc.assert(
      fc.asyncProperty(dates, async (emailVerified) => {
        await adapter.updateUser({ id: "ada", emailVerified })
        const stored = (await adapter.getUser("ada"))?.emailVerified
        expect(stored).toBeInstanceOf(Date)
        expect(stored?.getTime()).toBe(emailVerified.getTime())
      }),
      { seed },
    )
  })

  test.each(["0000-12-31T23:59:59.999Z", "+010000-01-01T00:00:00Z"])(
    "outside the range are refused: %s",
    async (text) => {
      const { adapter } = await openWithAda()
      await expect(adapter.updateUser({ id: "ada", emailVerified: new Date(text) })).rejects.toMatchObject({
        code: "invalid",
        fields: ["emailVerified"],
        message: "user.emailVerified must be a valid Date between the years 1 and 9999.",
      })
    },
  )

  test("are not made from a text that looks like one", async () => {
    const { adapter } = openMemory()
    const text = "2026-03-04T05:06:07.089Z"
    expect(await adapter.createUser({ id: text, name: text })).toMatchObject({ id: text, name: text })
  })
})

describe("SEC-A7 SEC-F2 numbers", () => {
  test.each([0, 1, 2 ** 31, 2 ** 32 - 1])("a counter of %d is stored exactly", async (counter) => {
    const { adapter } = await openWithAda()
    const passkey = await adapter.createAuthenticator({ ...passkeyOf("ada", "bmV3"), counter })
    expect(passkey.counter).toBe(counter)
    expect((await adapter.updateAuthenticatorCounter("bmV3", 2 ** 32 - 1)).counter).toBe(2 ** 32 - 1)
  })

  test.each([2 ** 32, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "a counter of %d is refused",
    async (counter) => {
      const { adapter, ada } = await openWithAda()
      const refused = { code: "invalid", fields: ["counter"] }
      await expect(
        adapter.createAuthenticator({ ...passkeyOf("ada", "bmV3"), counter }),
      ).rejects.toMatchObject(refused)
      await expect(
        adapter.updateAuthenticatorCounter(ada.passkey.credentialID, counter),
      ).rejects.toMatchObject(refused)
      expect(await adapter.getAuthenticator(ada.passkey.credentialID)).toEqual(ada.passkey)
    },
  )

  test("minus zero becomes zero", async () => {
    const { adapter } = await openWithAda()
    const account = await adapter.linkAccount({ ...accountOf("ada"), provider: "other", expires_at: -0 })
    expect(account.expires_at).toBe(0)
  })
})

test("SEC-A8 token_type is converted to lower case", async () => {
  const { adapter } = await openWithAda()
  for (const [n, token_type] of ["Bearer", "BEARER", "DPoP", "bearer"].entries()) {
    const account = await adapter.linkAccount({ ...accountOf("ada"), provider: `p${n}`, token_type })
    expect(account.token_type).toBe(token_type.toLowerCase())
  }
})
