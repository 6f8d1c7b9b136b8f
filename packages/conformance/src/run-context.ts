import type { Manifest } from "mortise"
import type { Case, CaseContext } from "./case.ts"
import type { CaseHooks } from "./case-hooks.ts"
import type { CaseData } from "./data.ts"
import type { Effort } from "./effort.ts"
import type { RaceInProcesses } from "./processes/messages.ts"
import type { CallWatch } from "./watch/call-watch.ts"

/** What the cases of a run share, whatever they test. `Context` is what a case works with. */
export type SuiteRun<Context> = {
  readonly effort: Effort
  readonly seed: number
  /** Finds calls that hang. */
  readonly watch: CallWatch
  /** Why a case cannot run in this run; `undefined` if it can. */
  whySkipped(testCase: Case<Context>): string | undefined
  createContext(testCase: Case<Context>, hooks: CaseHooks): Context
}

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
