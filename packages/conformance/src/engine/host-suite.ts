import type { AnyCase, SharedContext, SuiteCase } from "./case.ts"
import { chosenCases } from "./choose-cases.ts"
import { type OpenRun, openRun } from "./open-run.ts"
import { printError, printLine } from "./print.ts"
import { type Awaitable, within } from "./promises.ts"
import { groupByCause } from "./report/causes.ts"
import { describeCauses } from "./report/summary.ts"
import type { CaseResult, Status } from "./run-case.ts"
import { runInOrder } from "./run-in-order.ts"
import { type Lifecycle, type Settled, type SharedOptions, settle } from "./run-options.ts"
import { runChosen } from "./run-suite.ts"
import { createSecondRuns, type SecondRuns } from "./second-runs.ts"
import { describeUnfinished, openGuard } from "./strays.ts"
import type { Suite } from "./suite.ts"

/** The options of a run of any suite inside a test runner. */
export type InRunner<Options> = Omit<Options, "onLine"> & {
  /** The name of the group of tests; the effort and the seed are added to it. Default: `conformance`. */
  readonly name?: string
  /** Also fails for a should or may that does not hold. Default: false. */
  readonly strict?: boolean
}

/** Another suite with its options, such as `betterAuthSuite({ database })`. */
export type HostedSuite = { host(): HostRun }

/** A run whose cases a test runner starts one by one. The adapter is opened when the first case runs. */
export type HostRun<One extends AnyCase = AnyCase> = {
  readonly name: string
  readonly tests: readonly { readonly title: string; readonly testCase: One }[]
  /** Runs a case and returns its result for the test runner to show. Throws when the case fails. */
  run(testCase: One): Promise<CaseResult>
  close(): Promise<void>
}

// Ends a test if nothing else does: the suite itself ends a case whose calls hang, and a slow case may take long.
export const hostTimeoutMs = 600_000

// Long enough for a slow call.
const patienceMs = 2_000

/** The run of a suite in a test runner. */
export function hostSuite<Options extends SharedOptions, Setup extends Lifecycle, Tools>(
  suite: Suite<Options, Setup, Tools>,
  rawOptions: InRunner<Options>,
): HostRun<SuiteCase<SharedContext & Tools>> {
  const options = settle(rawOptions as Options & InRunner<Options>)
  return hostCases(chosenCases(suite, options).list, options, () => openRun(suite, options))
}

function hostCases<Context>(
  list: readonly SuiteCase<Context>[],
  options: Settled<InRunner<SharedOptions>>,
  openCases: () => Promise<OpenRun<Context>>,
): HostRun<SuiteCase<Context>> {
  let context: Promise<OpenRun<Context>> | undefined
  let secondRun: SecondRuns<Context> | undefined
  const results = new Map<SuiteCase<Context>, Promise<CaseResult>>()
  const reported = new Map<CaseResult, Status>()
  const running = new Set<string>()
  let closeGuard = () => {}
  const open = () => {
    if (!context) closeGuard = openGuard(() => printError(describeUnfinished(running)))
    context ??= openCases().then((run) => {
      // A test runner runs one case after the other. Cases that wait for the clock start now, to wait together.
      for (const testCase of list) if (testCase.waits) results.set(testCase, runOne(testCase, run))
      return run
    })
    return context
  }

  const runOne = async (testCase: SuiteCase<Context>, run: OpenRun<Context>): Promise<CaseResult> => {
    let stepOver = () => {}
    const isStuck = new Promise<void>((resolve) => {
      stepOver = resolve
    })
    const result = Promise.resolve(runChosen(testCase, run, { ...options, stepOver }))
    const goOn = async () => {
      await isStuck
      if (!(await within(patienceMs, result))) runRest(run)
    }
    goOn().catch(() => {})
    return result
  }

  /** Runs all other cases now. They show whether only one operation hangs, and end together. */
  const runRest = (run: OpenRun<Context>) => {
    const rest = list.filter((testCase) => !results.has(testCase))
    const finish = new Map<SuiteCase<Context>, (result: Awaitable<CaseResult>) => void>()
    for (const left of rest) results.set(left, new Promise((resolve) => finish.set(left, resolve)))
    const work = (testCase: SuiteCase<Context>, stepOver: () => void) => {
      const result = runChosen(testCase, run, { ...options, stepOver })
      finish.get(testCase)?.(result)
      return result
    }
    // The test of each case reports its error.
    runInOrder(rest, work).catch(() => {})
  }

  return {
    name: `${options.name ?? "conformance"} (${options.effort}, seed ${options.seed})`,
    tests: list.map((testCase) => ({ testCase, title: toTitle(testCase) })),
    async run(testCase) {
      running.add(testCase.id)
      const run = await open()
      secondRun ??= createSecondRuns(list, run.openAnother)
      const firstResult = results.get(testCase) ?? runOne(testCase, run)
      results.set(testCase, firstResult)
      const result = await secondRun(testCase, await firstResult)
      running.delete(testCase.id)
      reported.set(result, result.status)
      // Each further case that hangs takes a moment.
      if (run.watch.hasHung()) runRest(run)
      if (result.error && (result.status === "failed" || options.strict)) throw result.error
      return result
    },
    async close() {
      await Promise.all(results.values())
      await (await context)?.close()
      closeGuard()
      endReport(reported)
    },
  }
}

const toTitle = ({ id, title, level, clause }: SuiteCase<never>): string =>
  `${id}: ${title} (${level}, ${clause})`

/** Prints what failures have in common. Throws for a promise that was rejected after the test of its case had ended. */
function endReport(reported: ReadonlyMap<CaseResult, Status>): void {
  const results = [...reported.keys()]
  const failed = results.filter(({ status }) => status === "failed")
  const lines = failed.length > 1 ? describeCauses({ causes: groupByCause(failed), results: failed }) : []
  for (const line of lines) printLine(line)
  for (const [{ status, error }, before] of reported) if (error && status !== before) throw error
}

/** Why a case was skipped or warned; `undefined` if it passed. */
export const remark = ({ reason, error }: CaseResult): string | undefined =>
  error ? `warned: ${error.message}` : reason
