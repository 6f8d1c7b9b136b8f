import type { Result, Status } from "../run-case.ts"
import type { Effort } from "../run-context.ts"

/** How the whole run went. `failed` counts musts alone; a should or may that does not hold is `warned`. */
export type Report = Readonly<Record<Status, number>> & {
  readonly results: readonly Result[]
  readonly effort: Effort
  readonly seed: number
}
