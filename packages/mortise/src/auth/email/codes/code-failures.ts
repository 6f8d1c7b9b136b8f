// A code has few digits and a few attempts, but an attacker can request one code after another. So wrong codes are also
// counted per address, across codes, until the owner of the address signs in. After ten of them, an attempt must wait,
// and the wait doubles with every fifth failure up to a day. After a hundred (the limit of NIST SP 800-63B), no code of
// six digits is accepted for the address. An attempt is counted before its code is compared, and the number that the
// store returns decides, so concurrent guesses exceed neither limit. An attempt that must wait is not compared, so it
// does not count as a failure: a stranger cannot reach the limit in one burst. While six digits must wait, mails carry a
// long code instead, so a stranger cannot lock the owner out. Browsers in which the owner has signed in before are
// counted separately.
import type { Core } from "../../core/core.ts"
import { createUnsupportedError, readErrorCode } from "../../core/errors.ts"
import type { KnownBrowser, KnownBrowsers } from "../known-browsers.ts"

export type CodeFailures = Readonly<ReturnType<typeof createCodeFailures>>

const freeFailures = 10
const maxFailures = 100
const maxWaited = maxFailures - freeFailures
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const memoryMs = 365 * dayMs

/** How long the next attempt must wait after the nth one that waited. */
const waitMs = (waitedCount: number): number =>
  Math.min(dayMs, minuteMs * 2 ** Math.floor((waitedCount - 1) / 5))

export function createCodeFailures(core: Core, browsers: KnownBrowsers) {
  const { keys, emit, now, settings } = core

  const requireSlots = () => {
    if (!core.slots) throw createUnsupportedError("This adapter cannot count attempts: use sendLink instead")
    return core.slots
  }

  /** `first` counts all attempts. Attempts after the free ones also count in `waited`, and each must claim `wait`. */
  const slotKeys = async (email: string, browserId: string | null) => {
    const text = JSON.stringify(["failures", email, browserId])
    const first = `auth/code-failures/${await keys.mac("email limit", text)}`
    return { first, waited: `${first}/waited`, wait: `${first}/wait` }
  }

  const findSlotKeys = async (email: string, browser: KnownBrowser) =>
    slotKeys(email, (await browsers.hasSignedIn(browser, email)) ? browser.id : null)

  const readCount = async (key: string) => (await requireSlots().read(key))?.count ?? 0

  return {
    /** Counts an attempt; returns the reason if its code must not be compared. */
    async countAttempt(email: string, browser: KnownBrowser) {
      const slots = requireSlots()
      const { first, waited, wait } = await findSlotKeys(email, browser)
      const expires = new Date(now() + memoryMs)
      if ((await slots.increment(first, expires)) <= freeFailures) return undefined
      // One of many concurrent attempts claims the slot; the others wait until it expires.
      if (!(await slots.claim({ key: wait, expires: new Date(now() + minuteMs) })).ok)
        return (await readCount(waited)) >= maxWaited ? "codes_locked" : "try_later"
      const waitedCount = await slots.increment(waited, expires)
      if (waitedCount > maxWaited) return "codes_locked"
      await slots.replace({ key: wait, value: waitedCount, expires: new Date(now() + waitMs(waitedCount)) })
      if (waitedCount === maxWaited)
        emit({ type: "code_limit_reached", addressHash: await keys.mac("address hash", email) })
      return undefined
    },

    /** Whether six digits would be refused now. */
    async isWaiting(email: string, browser: KnownBrowser) {
      const { first, waited, wait } = await findSlotKeys(email, browser)
      if ((await readCount(first)) < freeFailures) return false
      return (await requireSlots().read(wait)) !== null || (await readCount(waited)) >= maxWaited
    },

    /** The owner of the address has proved it, so the count starts again. */
    async reset(email: string, browser: KnownBrowser) {
      const { slots } = core
      if (!slots || !settings.email?.sendCode) return
      const forget = async (browserId: string | null) => {
        const { first, waited, wait } = await slotKeys(email, browserId)
        const failures = (await slots.take(first))?.count ?? 0
        if (failures > freeFailures) await Promise.all([slots.take(waited), slots.take(wait)])
      }
      try {
        await Promise.all((browser.isNew ? [null] : [null, browser.id]).map(forget))
      } catch (error) {
        // The link or code is already used, so the sign-in continues.
        emit({ type: "operation_failed", operation: "slots.take", code: readErrorCode(error) })
      }
    },
  }
}
