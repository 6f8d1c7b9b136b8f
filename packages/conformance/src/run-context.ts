import type { Manifest } from "mortise"
import type { CaseData } from "./data.ts"
import type { RaceInProcesses } from "./processes/messages.ts"
import type { CallWatch } from "./watch/call-watch.ts"

/** `quick` limits the number of calls, for stores behind a network. `full` runs twenty times as many rounds. */
export type Effort = "quick" | "full"

/** Everything that the cases of a run share. */
export type RunContext = {
  readonly adapter: object
  readonly manifest: Manifest | undefined
  readonly data: CaseData
  readonly effort: Effort
  readonly seed: number
  /** Opens another adapter whose store is unreachable. Missing if the factory offers no outage. */
  readonly openBroken?: (() => Promise<{ adapter: object }>) | undefined
  /** Makes calls in other processes on the same store. Missing if the run was started without a module. */
  readonly inProcesses?: RaceInProcesses | undefined
  /** Finds calls that hang. */
  readonly watch: CallWatch
}
