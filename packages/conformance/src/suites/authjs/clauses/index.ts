import type { Chapter } from "../../../engine/clause.ts"
import { clientClauses } from "./client-clauses.ts"
import { contractClauses } from "./contract-clauses.ts"
import { fieldClauses } from "./field-clauses.ts"
import { hardeningClauses } from "./hardening-clauses.ts"

/**
 * Every requirement that the cases prove, by origin. Each clause has a case, or the reason why no case can prove it.
 *
 * @example
 * ```ts
 * import { cases, chapters } from "@mortise/conformance"
 *
 * for (const { clauses } of chapters)
 *   for (const { id } of clauses) console.log(id, cases.filter(({ clause }) => clause === id).length)
 * ```
 */
export const chapters: readonly Chapter[] = [contractClauses, clientClauses, fieldClauses, hardeningClauses]
