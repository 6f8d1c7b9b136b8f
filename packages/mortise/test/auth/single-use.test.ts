import { describe, expect, test } from "vitest"
import { normalizeAdapter } from "../../src/auth/adapter/normalize-adapter.ts"
import { createSingleUse } from "../../src/auth/core/single-use.ts"
import { createKeys } from "../../src/auth/crypto/keys.ts"
import { createEmailTokens } from "../../src/auth/email/email-tokens.ts"
import { thirdPartyAdapter } from "./support/third-party-adapter.ts"
import { secret } from "./support/world.ts"
import { wrapAdapter } from "./support/wrap-adapter.ts"

const next = "Zp3Rt8Lq1Xv6Nc9Hk4Wm7Bs2Yd5Gf0Ja"
const email = "ada@example.com"

/** Single-use markers and mailed tokens over a third-party adapter, at a given time and with given secrets. */
function openAt() {
  const { adapter: store, rows } = thirdPartyAdapter()
  let answer = (row: unknown) => row
  const adapter = normalizeAdapter(
    wrapAdapter(store, async (name, run) => (name === "useVerificationToken" ? answer(await run()) : run())),
  )
  const at = (time: number, ...secrets: string[]) => {
    const parts = { adapter, slots: undefined, keys: createKeys(secrets), now: () => time }
    return { singleUse: createSingleUse(parts), tokens: createEmailTokens(parts as never) }
  }
  const answerWith = (change: object) => {
    answer = (row) => row && { ...row, ...change }
  }
  return { at, rows, answerWith }
}

describe("a single-use marker in a verification token", () => {
  test("can be taken once, before it expires, for its own kind and id", async () => {
    const { at, rows } = openAt()
    const { singleUse } = at(0, secret)
    await singleUse.put("sign-up", "one", 1000)
    expect(await singleUse.take("passkey-challenge", "one"), "another kind").toBe(false)
    expect(await singleUse.take("sign-up", "two"), "another id").toBe(false)
    expect(await at(999, secret).singleUse.take("sign-up", "one")).toBe(true)
    expect(await singleUse.take("sign-up", "one"), "again").toBe(false)
    await singleUse.put("sign-up", "one", 1000)
    expect(await at(1000, secret).singleUse.take("sign-up", "one"), "at its expiry").toBe(false)
    expect(await rows("verificationToken")).toEqual([])
  })

  test("SEC-F4: can be claimed once, even in a store that overwrites rows", async () => {
    const { at, rows } = openAt()
    const { singleUse } = at(0, secret)
    const claims = await Promise.all([1, 2, 3].map(() => singleUse.claim("passkey-challenge", "one", 1000)))
    expect(claims.filter((isFirst) => isFirst)).toHaveLength(1)
    expect(await singleUse.claim("passkey-challenge", "one", 1000)).toBe(false)
    expect(await singleUse.claim("passkey-challenge", "one", 1000), "a third time").toBe(false)
    expect(await singleUse.claim("passkey-challenge", "two", 1000)).toBe(true)
    expect(await rows("verificationToken")).toHaveLength(2)
  })

  test("is found after the secret was rotated, and not without it", async () => {
    const { at } = openAt()
    await at(0, secret).singleUse.put("sign-up", "one", 1000)
    expect(await at(0, next).singleUse.take("sign-up", "one")).toBe(false)
    expect(await at(0, next, secret).singleUse.take("sign-up", "one")).toBe(true)
  })
})

describe("SEC-E1: a store that returns a row other than the requested one", () => {
  test.each([{ identifier: email.toUpperCase() }, { token: "another" }])(
    "%j proves nothing",
    async (change) => {
      const { at, answerWith } = openAt()
      const { singleUse, tokens } = at(0, secret)
      await singleUse.put("sign-up", "one", 1000)
      await tokens.store("email link", email, "mailed", new Date(1000))
      answerWith(change)
      expect(await singleUse.take("sign-up", "one")).toBe(false)
      expect(await tokens.use("email link", email, "mailed")).toBe("unknown")
    },
  )
})
