import type { Manifest } from "mortise"
import type { RaceInProcesses } from "../../engine/processes/messages.ts"
import type { SuiteRun } from "../../engine/suite-run.ts"
import type { CaseContext } from "./case.ts"
import type { CaseData } from "./data.ts"

/** Everything that the cases of a run share. */
export type RunContext = SuiteRun<CaseContext> & {
  readonly adapter: object
  readonly manifest: Manifest | undefined
  readonly data: CaseData
  /** Opens another adapter whose store is unreachable. Missing if the factory offers no outage. */
  readonly openBroken?: (() => Promise<{ adapter: object }>) | undefined
  /** Makes calls in other processes on the same store. Missing if the run was started without a module. */
  readonly inProcesses?: RaceInProcesses | undefined
}
