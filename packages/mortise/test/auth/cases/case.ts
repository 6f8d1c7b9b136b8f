import { expect, test } from "vitest"
import type { Capabilities } from "../../../src/auth/index.ts"
import type { Backing } from "../support/backends.ts"
import { covers, type Feature, failing } from "../support/shortfall.ts"
import { openWorld } from "../support/world.ts"

/**
 * Declares a case that needs some capabilities. If the store lacks one of them, a test takes the place of the case and
 * checks that `auth.capabilities` reports it. If the case is a known shortfall of a third-party adapter, it runs and
 * must fail as listed.
 */
export function caseOn({ lacks, open, shortfalls = [] }: Backing, declared: string[], feature?: Feature) {
  return (name: string, needs: readonly (keyof Capabilities)[], body: () => Promise<void>): void => {
    const missing = needs.filter((capability) => lacks.includes(capability))
    if (missing.length > 0) {
      test(`not supported here (${missing.join(", ")}): ${name}`, async () => {
        const { capabilities } = (await openWorld(open)).auth
        expect(missing.filter((capability) => capabilities[capability])).toEqual([])
      })
      return
    }
    declared.push(name)
    const shortfall = shortfalls.find((each) => covers(each, name, feature))
    if (shortfall) test(`not supported here (${shortfall.why}): ${name}`, () => failing(body, shortfall))
    else test(name, body)
  }
}

export type Case = ReturnType<typeof caseOn>
