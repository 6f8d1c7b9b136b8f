import type { FindingCode } from "../../sql/introspection/drift.ts"
import { type PlannedStep, planOrder } from "../../sql/migration/plan-steps.ts"
import { toFacts } from "../../sql/migration/problem-facts.ts"
import type { DuplicateAccounts } from "./duplicate-accounts.ts"
import type { AuthProblem } from "./find-problems.ts"

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

/** The statements that add what the database lacks, and the reasons to add nothing. */
export function planAdditions(problems: readonly AuthProblem[]) {
  const additions = planOrder(problems).flatMap(({ statements, why }) =>
    statements.map((statement): PlannedStep => ({ statement, why })),
  )
  return { additions, refusals: problems.filter(isRefusal).map(toRefusal) }
}

const isRefusal = ({ by, severity }: AuthProblem): boolean => by === "hand" && severity === "error"

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
