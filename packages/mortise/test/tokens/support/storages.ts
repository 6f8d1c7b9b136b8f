import { describe } from "vitest"
import { encrypted } from "./encrypted.ts"
import type { TokenProvider } from "./token-provider.ts"
import { openTokenWorld, type TokenWorld, type WorldOptions } from "./token-world.ts"

/** Describes tests that run with tokens that are stored as they are, and with tokens that are stored encrypted. */
export function describeStorages(
  provider: TokenProvider,
  tests: (openWorld: (options?: WorldOptions) => Promise<TokenWorld>) => void,
): void {
  describe.each([
    ["as they are", undefined],
    ["encrypted", encrypted],
  ])("tokens that are stored %s", (_, layer) => {
    tests((options) => openTokenWorld(provider, { ...options, layer }))
  })
}
