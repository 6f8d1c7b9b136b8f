import type { FindingCode } from "../../sql/introspection/drift.ts"
import { type PlannedStep, planOrder } from "../../sql/migration/plan-steps.ts"
import { toFacts } from "../../sql/migration/problem-facts.ts"
import { type AuthTables, type BetterAuthInstance, openAuthTables } from "./auth-tables.ts"
import { type DuplicateAccounts, isMergeable, mergeTexts } from "./duplicate-accounts.ts"
import { type AuthProblem, findProblems } from "./find-problems.ts"

/** The options of `plan` and `migrate`. */
export type BetterAuthMigrateOptions = {
  /**
   * Whether accounts that are stored more than once for the same user are merged: the newest row stays, the others are
   * deleted. Accounts that are stored for several users are never merged. Default: false.
   */
  readonly mergeAccounts?: boolean
}

/** A reason for `migrate` to change nothing. */
export type BetterAuthRefusal = {
  readonly code: FindingCode
  readonly model: string
  /** The table, and the column if it is about one. */
  readonly what: string
  readonly why: string
  /** How many rows prevent the migration. */
  readonly rows?: number
  /** The statements that fix it, in order, for you to review and run. */
  readonly fix?: readonly string[]
  /** Accounts that are stored more than once, at most 100 of them. */
  readonly duplicates?: readonly DuplicateAccounts[]
}

/** What `migrate` would do. If it contains a refusal, it changes nothing. */
export type BetterAuthPlan = {
  readonly steps: readonly PlannedStep[]
  readonly refusals: readonly BetterAuthRefusal[]
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
): Promise<BetterAuthPlan> => createPlan(await openAuthTables(auth, "plan"), options)

/** The plan for open tables. */
export async function createPlan(
  opened: AuthTables,
  { mergeAccounts = false }: BetterAuthMigrateOptions,
): Promise<BetterAuthPlan> {
  const allProblems = await findProblems(opened)
  const problems = mergeAccounts
    ? allProblems.map((problem) => mergeDuplicates(problem, opened))
    : allProblems
  const planned = planOrder(problems)
  return {
    steps: planned.flatMap(({ statements, why }) => statements.map((statement) => ({ statement, why }))),
    refusals: problems.filter(isRefusal).map(toRefusal),
  }
}

/** Duplicates of one user are deleted before the unique key is added. Those of several users are still refused. */
function mergeDuplicates(problem: AuthProblem, opened: AuthTables): AuthProblem {
  const { duplicates, table, columns = [] } = problem
  if (!duplicates?.every(isMergeable)) return problem
  return {
    ...problem,
    by: "migrate",
    statements: [...mergeTexts(table, columns, duplicates, opened), ...(problem.keyStatements ?? [])],
  }
}

// Foreign keys can be off on this connection only, and the tables can be created nevertheless.
const isRefusal = ({ by, severity, code }: AuthProblem): boolean =>
  by === "hand" && severity === "error" && code !== "foreign_keys_off"

const mostDuplicates = 100

const toRefusal = (problem: AuthProblem): BetterAuthRefusal => ({
  code: problem.code,
  model: problem.table.model,
  what: problem.column === undefined ? problem.table.table : `${problem.table.table}.${problem.column}`,
  ...toAuthFacts(problem),
})

/** What plans and inspections say about a problem. */
export const toAuthFacts = (problem: AuthProblem) => ({
  ...toFacts(problem),
  ...(problem.duplicates && { duplicates: problem.duplicates.slice(0, mostDuplicates) }),
})
