import { expect, test } from "vitest"
import type { Capabilities } from "../../../src/auth/index.ts"
import type { Backing } from "../support/backends.ts"
import { covers, type Feature, failing } from "../support/shortfall.ts"
import { openWorld } from "../support/world.ts"

/**
 * Declares a test that needs promises of the store. On a store that does not make one of them, the test is not
 * left out in silence: in its place stands one that makes sure that the lifecycle says so. Where an adapter of
 * another make is known to fall short, the test runs, and has to fail as it is said to.
 */
export function caseOn({ lacks, open, shortfalls = [] }: Backing, declared: string[], feature?: Feature) {
  return (name: string, needs: readonly (keyof Capabilities)[], body: () => Promise<void>): void => {
    const missing = needs.filter((promise) => lacks.includes(promise))
    if (missing.length > 0) {
      test(`not promised here (${missing.join(", ")}): ${name}`, async () => {
        const { capabilities } = (await openWorld(open)).auth
        expect(missing.filter((promise) => capabilities[promise])).toEqual([])
      })
      return
    }
    declared.push(name)
    const shortfall = shortfalls.find((each) => covers(each, name, feature))
    if (shortfall) test(`not promised here (${shortfall.why}): ${name}`, () => failing(body, shortfall))
    else test(name, body)
  }
}

export type Case = ReturnType<typeof caseOn>
