import type { SuiteCase } from "./case.ts"
import type { CaseHooks } from "./case-hooks.ts"
import type { Effort } from "./effort.ts"
import type { CallWatch } from "./watch/call-watch.ts"

/** What the cases of a run share, whatever they test. `Context` is what a case works with. */
export type SuiteRun<Context> = {
  readonly effort: Effort
  readonly seed: number
  /** Finds calls that hang. */
  readonly watch: CallWatch
  /** Why a case cannot run in this run; `undefined` if it can. */
  whySkipped(testCase: SuiteCase<Context>): string | undefined
  createContext(testCase: SuiteCase<Context>, hooks: CaseHooks): Context
}

export const noOutageReason = "the factory offers no outage"

export const noProcessesReason = (runs: string): string =>
  `it needs several processes: start it with ${runs}({ module })`
