import { describe, expect, test } from "vitest"
import { wrapAdapter } from "../../../workshop/src/adapters/wrap-adapter.ts"
import { normalizeAdapter } from "../../src/auth/adapter/normalize-adapter.ts"
import { createSingleUse } from "../../src/auth/core/single-use.ts"
import { createKeys } from "../../src/auth/crypto/keys.ts"
import { createEmailTokens } from "../../src/auth/email/email-tokens.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { caseOn } from "./cases/case.ts"
import { interruptedSignUpCases } from "./cases/oauth/interrupted-sign-ups.ts"
import { thirdParty } from "./support/backends.ts"
import { startProvider } from "./support/oauth-app.ts"
import { thirdPartyAdapter } from "./support/third-party-adapter.ts"
import { secret } from "./support/world.ts"

const next = "Zp3Rt8Lq1Xv6Nc9Hk4Wm7Bs2Yd5Gf0Ja"
const email = "ada@example.com"

/** Waits until other callers have had this many turns. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Calls a function for callers of which each begins a turn later than the one before. */
const staggered = <T>(count: number, run: (caller: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, caller) => turns(caller).then(() => run(caller))))

/** Single-use markers and mailed tokens over a third-party adapter, at a given time and with given secrets. */
function openAt({ overwrites = false, isSlow = false } = {}) {
  const { adapter: store, rows } = thirdPartyAdapter({ overwrites })
  let answer = (row: unknown) => row
  const adapter = normalizeAdapter(
    wrapAdapter(store, async (name, run) => {
      if (isSlow) await turns(1)
      const row = await run()
      if (isSlow) await turns(1)
      return name === "useVerificationToken" ? answer(row) : row
    }),
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

  // Delays let the calls of several callers meet in the store.
  test.each(["refuses", "overwrites"])(
    "SEC-F4: can be claimed once in a store that %s an existing token",
    async (kind) => {
      const { at, rows } = openAt({ overwrites: kind === "overwrites", isSlow: true })
      const { singleUse } = at(0, secret)
      const claim = (id: string) => singleUse.claim("passkey-challenge", id, 1000)
      const claims = await staggered(8, () => claim("one"))
      expect(claims.filter((isFirst) => isFirst)).toHaveLength(1)
      expect(await claim("one")).toBe(false)
      expect(await claim("one"), "a third time").toBe(false)
      expect(await claim("two")).toBe(true)
      expect(await rows("verificationToken")).toHaveLength(2)
    },
  )

  test("SEC-F4: concurrent claims in two processes have one winner in a store that refuses an existing token", async () => {
    const { at } = openAt({ isSlow: true })
    const processes = [at(0, secret), at(0, secret)]
    for (const id of ["one", "two", "three"]) {
      const claims = await staggered(
        8,
        async (caller) => await processes[caller % 2]?.singleUse.claim("passkey-challenge", id, 1000),
      )
      expect(claims.filter((isFirst) => isFirst)).toHaveLength(1)
    }
  })

  test("SEC-F4: is claimed once while the secret is rotated", async () => {
    const { at } = openAt({})
    const claim = (...secrets: string[]) =>
      at(0, ...secrets).singleUse.claim("passkey-challenge", "one", 1000)
    expect(await claim(next, secret)).toBe(true)
    expect([await claim(secret), await claim(next), await claim(next, secret)]).toEqual([false, false, false])
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

describe("sign-ups in steps, which a marker repairs", () => {
  const identity = openForTests(startProvider)
  const it = caseOn(thirdParty, [])
  const isRepaired = /crash at linkAccount|second crash/
  // The other cases run on a third-party adapter in `npm run test:wide`.
  const itIfRepaired: typeof it = (name, ...parts) => isRepaired.test(name) && it(name, ...parts)
  interruptedSignUpCases(itIfRepaired, thirdParty, () => identity)
})
