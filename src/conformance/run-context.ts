import type { Manifest } from "../contract/manifest.ts"
import type { Data } from "./data.ts"
import type { InProcesses } from "./processes/messages.ts"

/** `quick` bounds the number of calls for a networked store; `full` runs forty times the rounds. */
export type Effort = "quick" | "full"

/** What all cases of a run share. */
export type RunContext = {
  readonly adapter: object
  readonly manifest: Manifest | undefined
  readonly data: Data
  readonly effort: Effort
  readonly seed: number
  /** Another adapter, whose store is unreachable; where the factory can do that. */
  readonly openBroken?: (() => Promise<{ adapter: object }>) | undefined
  /** Other processes on the same store; where the run was given a module. */
  readonly inProcesses?: InProcesses | undefined
}
