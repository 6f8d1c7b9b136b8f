import type { AnyCase, SharedContext, SuiteCase } from "./case.ts"
import type { CaseHooks } from "./case-hooks.ts"
import type { CaseList } from "./choose-cases.ts"
import type { RaceInProcesses, RemoteCall } from "./processes/messages.ts"
import type { Awaitable } from "./promises.ts"
import type { Lifecycle, SharedOptions } from "./run-options.ts"

/** A list of cases, and how a run opens what they test. `Tools` is what they work with besides the shared context. */
export type Suite<Options extends SharedOptions, Setup extends Lifecycle, Tools> = CaseList<
  SuiteCase<SharedContext & Tools>
> & {
  /** The function that runs it, for messages. */
  readonly runner: string
  openSource(options: Options): Awaitable<Source<Setup>>
  openSetup(setup: Setup): Awaitable<OpenSetup<Setup, Tools>>
}

/** Where the setups of a run come from. */
export type Source<Setup> = {
  readonly factory: () => Awaitable<Setup>
  /** Makes calls in other processes on the same store. Missing if the run was started without a module. */
  readonly inProcesses?: RaceInProcesses
  readonly close?: () => Promise<void>
}

/** A setup on which cases can run. */
export type OpenSetup<Setup, Tools> = {
  /** Set if its errors must have the codes that a case expects. */
  readonly hasCodes?: boolean
  /** Why a case cannot run on it; `undefined` if it can. */
  whySkipped?(testCase: AnyCase): string | undefined
  /** `openBroken` opens another setup whose store is unreachable. Each case gets tools of its own. */
  createTools(hooks: CaseHooks, openBroken: () => Promise<Setup>): Tools
  /** Ends the case as skipped if the setup cannot take a call of another process. */
  createCheck(hooks: CaseHooks): (call: RemoteCall) => void
}
