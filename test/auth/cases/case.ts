import { expect, test } from "vitest"
import type { Capabilities } from "../../../src/auth/index.ts"
import type { Backing } from "../support/backends.ts"
import { openWorld } from "../support/world.ts"

/**
 * Declares a test that needs promises of the store. On a store that does not make one of them, the test is not
 * left out in silence: in its place stands one that makes sure that the lifecycle says so.
 */
export function caseOn({ lacks, open }: Backing) {
  return (name: string, needs: readonly (keyof Capabilities)[], body: () => Promise<void>): void => {
    const missing = needs.filter((promise) => lacks.includes(promise))
    if (missing.length === 0) {
      test(name, body)
      return
    }
    test(`not promised here (${missing.join(", ")}): ${name}`, async () => {
      const { capabilities } = (await openWorld(open)).auth
      expect(missing.filter((promise) => capabilities[promise])).toEqual([])
    })
  }
}

export type Case = ReturnType<typeof caseOn>
