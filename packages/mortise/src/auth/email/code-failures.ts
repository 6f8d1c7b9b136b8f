// A code has few digits and a few attempts, but an attacker can request one code after another. So wrong codes are also
// counted per address, across codes, until the owner of the address signs in. After ten of them, an attempt must wait,
// and the wait doubles with every fifth failure up to a day. After a hundred (the limit of NIST SP 800-63B), no code is
// accepted for the address, and its owner signs in by link. An attempt is counted before its code is compared, so
// concurrent guesses cannot exceed the limit. Browsers in which the owner has signed in before are counted separately.
import type { Core } from "../core.ts"
import { codeOf, unsupported } from "../errors.ts"
import type { KnownBrowser, KnownBrowsers } from "./known-browsers.ts"

export type CodeFailures = {
  /** Counts an attempt; returns the reason if its code must not be compared. */
  countAttempt(email: string, browser: KnownBrowser): Promise<"try_later" | "codes_locked" | undefined>
  /** The owner of the address has signed in, so the count starts again. */
  reset(email: string, browser: KnownBrowser): Promise<void>
}

const freeFailures = 10
const maxFailures = 100
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const memoryMs = 365 * dayMs

const waitMs = (failures: number): number =>
  Math.min(dayMs, minuteMs * 2 ** Math.floor((failures - freeFailures) / 5))

export function createCodeFailures(core: Core, browsers: KnownBrowsers): CodeFailures {
  const { slots, keys, emit, now, settings } = core

  const keyOf = async (email: string, browserId: string | null) =>
    `auth/code-failures/${await keys.mac("email limit", JSON.stringify(["failures", email, browserId]))}`

  return {
    async countAttempt(email, browser) {
      if (!slots) throw unsupported("This adapter cannot count attempts: use sendLink instead")
      const isKnown = await browsers.hasSignedIn(browser, email)
      const key = await keyOf(email, isKnown ? browser.id : null)
      const failures = (await slots.read(key))?.count ?? 0
      if (failures >= maxFailures) return "codes_locked"
      // One of many concurrent attempts claims the slot; the others wait until it expires.
      const wait = { key: `${key}/wait`, expires: new Date(now() + waitMs(failures)) }
      if (failures >= freeFailures && !(await slots.claim(wait))) return "try_later"
      const nth = await slots.increment(key, new Date(now() + memoryMs))
      if (nth === maxFailures)
        emit({ type: "code_limit_reached", addressHash: await keys.mac("address hash", email) })
      return nth > maxFailures ? "codes_locked" : undefined
    },

    async reset(email, browser) {
      if (!slots || !settings.email?.sendCode) return
      try {
        const ids = browser.isNew ? [null] : [null, browser.id]
        await Promise.all(ids.map(async (id) => slots.take(await keyOf(email, id))))
      } catch (error) {
        // The link or code is already used, so the sign-in continues.
        emit({ type: "operation_failed", operation: "slots.take", code: codeOf(error) })
      }
    },
  }
}
