import type { BetterAuthContext, NewCase } from "../case.ts"
import { type Answer, openSite, type Site } from "./site.ts"
import { clicks } from "./visitors.ts"

const max = 5

const openLimitedSite = (t: BetterAuthContext, window = 60): Promise<Site> =>
  openSite(t, { rateLimit: { enabled: true, storage: "database", window, max } })

/** Sends requests at once from one address. */
const burst = (t: BetterAuthContext, site: Site, address: string): Promise<Answer[]> =>
  clicks(t, () => site.visit("/list-sessions", { address }), 4 * max)

// The page is not open to visitors. A request that the limit lets pass gets this status.
const countPassed = (answers: readonly Answer[]): number =>
  answers.filter(({ status }) => status === 401).length

export const rateLimits: readonly NewCase[] = [
  {
    id: "rate-limits/burst",
    clause: "BA-limits",
    title: "No more requests pass than the limit allows, even if many arrive at once",
    harm: "Somebody who sends guesses in parallel tries more passwords than the limit allows.",
    fix: "Compare and add in one statement in incrementOne, and put a unique index on the key.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openLimitedSite(t)
        const [address, otherAddress] = [newAddress(t), newAddress(t)]

        const answers = await burst(t, site, address)

        t.check(countPassed(answers) <= max, `at most ${max} requests that pass`, countPassed(answers))
        t.equal(countPassed(await burst(t, site, address)), 0, "requests that pass afterwards")
        t.check(countPassed(await burst(t, site, otherAddress)) > 0, "requests from another address pass", 0)
      }),
  },
  {
    id: "rate-limits/allowed-requests",
    level: "should",
    clause: "BA-limits",
    title: "As many requests pass as the limit allows, and the others are told to wait",
    harm: "Visitors are refused before the limit, or see an error page with status 500.",
    evidence: "Better Auth's fallback for adapters without incrementOne gives up after five tries",
    fix: "Implement incrementOne as one statement.",
    run: async (t) => {
      const site = await openLimitedSite(t)

      const answers = await burst(t, site, newAddress(t))

      const counts = {
        passed: countPassed(answers),
        refused: answers.filter(({ status }) => status === 429).length,
      }
      t.equal(counts, { passed: max, refused: 3 * max }, "requests")
    },
  },
  {
    id: "rate-limits/next-window",
    clause: "BA-limits",
    title: "Requests pass again after the window, and no more than the limit allows",
    harm: "A visitor stays locked out, or the limit holds only once.",
    fix: "Let incrementOne write `set` without an `increment` too, and compare numbers as numbers.",
    waits: true,
    run: async (t) => {
      const site = await openLimitedSite(t, 1)
      const address = newAddress(t)
      await burst(t, site, address)
      await t.wait(1_200)
      const start = performance.now()

      const answers = await burst(t, site, address)

      // Requests that wait for a connection may be counted in a later window.
      const windows = 1 + Math.floor((performance.now() - start) / 1_000)
      t.check(
        countPassed(answers) > 0 && countPassed(answers) <= max * windows,
        `1 to ${max * windows} requests that pass`,
        countPassed(answers),
      )
    },
  },
]

/** A new address of the range for documentation. Better Auth counts the first 64 bits of an address. */
function newAddress(t: BetterAuthContext): string {
  const part = () => Math.floor(t.random() * 65_536).toString(16)
  return `2001:db8:${part()}:${part()}::1`
}
