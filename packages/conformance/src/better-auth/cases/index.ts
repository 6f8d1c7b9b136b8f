import type { BetterAuthCase } from "../case.ts"
import { flows } from "../flows/index.ts"
import { storageCases } from "../storage/index.ts"
import { counts } from "./counts.ts"

// A lock of the whole store hides races while the calls of other cases wait for it, and their writes clear a cache.
const runAlone = (list: readonly BetterAuthCase[]): BetterAuthCase[] =>
  list.map((one) => ({ ...one, alone: true }))

/**
 * Every case about Better Auth, as data. Reports list the cases in this order.
 *
 * @example
 * ```ts
 * import { betterAuthCases } from "@mortise/conformance/better-auth"
 *
 * for (const { id, level, clause, title } of betterAuthCases) console.log(id, level, clause, title)
 * ```
 */
export const betterAuthCases: readonly BetterAuthCase[] = [counts, runAlone([]), flows, storageCases].flat()
