import type { Effort } from "../effort.ts"
import type { CaseResult, Status } from "../run-case.ts"

/** The result of a run. `failed` counts only musts; a should or may that does not hold counts as `warned`. */
export type Report = Readonly<Record<Status, number>> & {
  /** How many cases quick effort left out. The seed chooses them. */
  readonly leftOut: number
  readonly results: readonly CaseResult[]
  readonly effort: Effort
  readonly seed: number
}
