import type { CaseResult, Status } from "../run-case.ts"
import type { Effort } from "../run-options.ts"
import type { Cause } from "./causes.ts"

/** The result of a run. `failed` counts only musts; a should or may that does not hold counts as `warned`. */
export type Report = Readonly<Record<Status, number>> & {
  /** How many cases quick effort left out. The seed chooses them. */
  readonly leftOut: number
  readonly results: readonly CaseResult[]
  /** The cases that failed or warned, grouped by what went wrong. The first case of each is the simplest one. */
  readonly causes: readonly Cause[]
  /** What `only` left out although it checks the same clauses; empty without `only`. */
  readonly related: readonly string[]
  /** By how many megabytes the process grew during the run. */
  readonly memoryGrowth: number
  readonly effort: Effort
  readonly seed: number
}
