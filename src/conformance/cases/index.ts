import type { Case } from "../case.ts"
import { races } from "./races.ts"
import { verificationTokens } from "./verification-tokens.ts"

/**
 * Every case, as data.
 *
 * @example
 * ```ts
 * import { cases } from "mortise/conformance"
 *
 * for (const { id, level, clause, title } of cases) console.log(id, level, clause, title)
 * ```
 */
export const cases: readonly Case[] = [...verificationTokens, ...races]
