import type { Effort } from "../bench.ts"
import type { Result, Status } from "../run-case.ts"

/** How the whole run went. `failed` counts musts alone; a should or may that does not hold is `warned`. */
export type Report = Readonly<Record<Status, number>> & {
  readonly results: readonly Result[]
  readonly effort: Effort
  readonly seed: number
}
