import { describe, expect, test } from "vitest"
import { normalizeAdapter } from "../../src/auth/adapter/normalize-adapter.ts"
import { createKeys } from "../../src/auth/crypto/keys.ts"
import { createEmailTokens } from "../../src/auth/email/email-tokens.ts"
import { createSingleUse } from "../../src/auth/single-use.ts"
import { thirdPartyAdapter } from "./support/third-party-adapter.ts"
import { secret } from "./support/world.ts"
import { wrapAdapter } from "./support/wrap-adapter.ts"

const next = "Zp3Rt8Lq1Xv6Nc9Hk4Wm7Bs2Yd5Gf0Ja"
const email = "ada@example.com"

/** Facts and mailed tokens over an adapter of another make, at a time and under secrets of one's own. */
function openAt() {
  const { adapter: store, rows } = thirdPartyAdapter()
  let answer = (row: unknown) => row
  const adapter = normalizeAdapter(
    wrapAdapter(store, async (name, run) => (name === "useVerificationToken" ? answer(await run()) : run())),
  )
  const at = (time: number, ...secrets: string[]) => {
    const parts = { adapter, slots: undefined, keys: createKeys(secrets), now: () => time }
    return { facts: createSingleUse(parts), tokens: createEmailTokens(parts as never) }
  }
  const answerWith = (change: object) => {
    answer = (row) => row && { ...row, ...change }
  }
  return { at, rows, answerWith }
}

describe("a fact in a verification token", () => {
  test("holds once, until its time, for its own kind and id", async () => {
    const { at, rows } = openAt()
    const { facts } = at(0, secret)
    await facts.put("sign-up", "one", 1000)
    expect(await facts.take("passkey-challenge", "one"), "another kind").toBe(false)
    expect(await facts.take("sign-up", "two"), "another id").toBe(false)
    expect(await at(999, secret).facts.take("sign-up", "one")).toBe(true)
    expect(await facts.take("sign-up", "one"), "again").toBe(false)
    await facts.put("sign-up", "one", 1000)
    expect(await at(1000, secret).facts.take("sign-up", "one"), "when time is its end").toBe(false)
    expect(await rows("verificationToken")).toEqual([])
  })

  test("is found after the secret was rotated, and not without it", async () => {
    const { at } = openAt()
    await at(0, secret).facts.put("sign-up", "one", 1000)
    expect(await at(0, next).facts.take("sign-up", "one")).toBe(false)
    expect(await at(0, next, secret).facts.take("sign-up", "one")).toBe(true)
  })
})

describe("SEC-E1: a store that answers with a row that is not quite the one asked for", () => {
  test.each([{ identifier: email.toUpperCase() }, { token: "another" }])(
    "%j proves nothing",
    async (change) => {
      const { at, answerWith } = openAt()
      const { facts, tokens } = at(0, secret)
      await facts.put("sign-up", "one", 1000)
      await tokens.store("email link", email, "mailed", new Date(1000))
      answerWith(change)
      expect(await facts.take("sign-up", "one")).toBe(false)
      expect(await tokens.use("email link", email, "mailed")).toBe("unknown")
    },
  )
})
