import type { PlannedStep } from "../../sql/migration/plan-steps.ts"
import { type AuthTables, type BetterAuthInstance, openAuthTables } from "./auth-tables.ts"
import { type PendingColumn, planContract } from "./contract.ts"
import { checkRules, type FillRules } from "./fill-rules.ts"
import { findAllProblems } from "./find-all-problems.ts"
import { mergeDuplicates } from "./merge-duplicates.ts"
import { type BetterAuthRefusal, planAdditions } from "./plan-additions.ts"

/** The options of `plan` and `migrate`. */
export type BetterAuthMigrateOptions = {
  /**
   * Whether accounts that are stored more than once for the same user are merged: the newest row stays, the others are
   * deleted. Accounts that are stored for several users are never merged. Default: false.
   */
  readonly mergeAccounts?: boolean
  /**
   * How existing rows get the value of a new required field. Without a rule, the default that the field declares is
   * used. A column that existing rows have no value for is added without NOT NULL, so that older processes can go on
   * inserting rows.
   *
   * @example
   * ```ts
   * import type { FillRules } from "mortise/better-auth/migrate"
   *
   * export const fill: FillRules = {
   *   "account.tenant": "default",
   *   "account.key": { sql: `"providerId" || ':' || "accountId"` },
   *   "user.handle": ({ email }) => String(email).split("@")[0],
   * }
   * ```
   */
  readonly fill?: FillRules
  /**
   * Whether columns that Better Auth requires get NOT NULL, after the rows that older processes inserted are filled.
   * Older processes can insert no rows afterwards: set it when the last of them has ended. SQLite cannot do it.
   * Default: false.
   */
  readonly contract?: boolean
}

/** What `migrate` would do. If it contains a refusal, it changes nothing. */
export type BetterAuthPlan = {
  readonly steps: readonly PlannedStep[]
  readonly refusals: readonly BetterAuthRefusal[]
  /** Columns that Better Auth requires and that may be null for now. Absent if there are none. */
  readonly pending?: readonly PendingColumn[]
}

/**
 * Returns what `migrate` would do to Better Auth's tables, and why it would refuse. Changes nothing.
 *
 * @example
 * ```ts
 * import { createClient } from "@libsql/client"
 * import { betterAuth } from "better-auth"
 * import { mortiseDatabase } from "mortise/better-auth"
 * import { plan } from "mortise/better-auth/migrate"
 *
 * const auth = betterAuth({ database: mortiseDatabase(createClient({ url: "file:auth.db" })) })
 * const { steps, refusals } = await plan(auth)
 * for (const { statement, why } of steps) console.log(why, statement)
 * for (const { what, why } of refusals) console.log(what, why)
 * ```
 */
export const plan = async (
  auth: BetterAuthInstance,
  options: BetterAuthMigrateOptions = {},
): Promise<BetterAuthPlan> => (await preparePlan(await openAuthTables(auth, "plan"), options)).plan

/** The plan for open tables, and its parts in the order in which they are done. */
export async function preparePlan(
  opened: AuthTables,
  { mergeAccounts = false, fill = {}, contract = false }: BetterAuthMigrateOptions,
  isFilled = false,
) {
  checkRules(fill, opened.tables)
  const found = await findAllProblems(opened)
  const problems = mergeAccounts ? found.map((problem) => mergeDuplicates(problem, opened)) : found
  const { additions, refusals } = planAdditions(problems)
  const { fills, steps, pending } = await planContract(opened, problems, { fill, contract, isFilled })
  const lacking = pending.filter(({ rows }) => rows > 0)
  const waiting = contract ? pending.filter(({ rows }) => rows === 0) : pending
  const plan: BetterAuthPlan = {
    steps: [...additions, ...fills.map(({ step }) => step), ...(contract ? steps : [])],
    refusals: [...refusals, ...(contract ? lacking.map(refuseContract) : [])],
    ...(waiting.length > 0 && { pending: waiting }),
  }
  return { plan, additions, fills, contractSteps: steps }
}

const refuseContract = ({ ids = [], why, ...place }: PendingColumn): BetterAuthRefusal => ({
  ...place,
  code: "nullable_column",
  why: ids.length === 0 ? why : `${why} Rows: ${ids.join(", ")}.`,
  ids,
})
