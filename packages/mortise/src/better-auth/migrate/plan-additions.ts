import type { FindingCode } from "../../sql/introspection/drift.ts"
import { type PlannedStep, planOrder } from "../../sql/migration/plan-steps.ts"
import { toFacts } from "../../sql/migration/problem-facts.ts"
import type { AuthTables } from "./auth-tables.ts"
import { type DuplicateAccounts, isMergeable, mergeTexts } from "./duplicate-accounts.ts"
import { type AuthProblem, findProblems } from "./find-problems.ts"

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
  /** The rows that have no value, by their ids, at most 100 of them. */
  readonly ids?: readonly string[]
}

/** What the database lacks, the statements that add it, and the reasons to add nothing. */
export async function planAdditions(opened: AuthTables, mergeAccounts: boolean) {
  const allProblems = await findProblems(opened)
  const problems = mergeAccounts
    ? allProblems.map((problem) => mergeDuplicates(problem, opened))
    : allProblems
  const additions = planOrder(problems).flatMap(({ statements, why }) =>
    statements.map((statement): PlannedStep => ({ statement, why })),
  )
  return { problems, additions, refusals: problems.filter(isRefusal).map(toRefusal) }
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
