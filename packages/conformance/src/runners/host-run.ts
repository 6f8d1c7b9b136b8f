import type { Case } from "../case.ts"
import { chosenCases } from "../choose-cases.ts"
import { type Awaitable, within } from "../promises.ts"
import { type OpenRun, openRun, runChosen } from "../run.ts"
import type { CaseResult } from "../run-case.ts"
import { runInOrder } from "../run-in-order.ts"
import { type RunOptions, settle } from "../run-options.ts"
import { createSecondRuns, type SecondRuns } from "../second-runs.ts"

/** The options of a run inside a test runner. */
export type HostOptions = Omit<RunOptions, "onLine"> & {
  /** The name of the group of tests; the effort and the seed are added to it. Default: `conformance`. */
  readonly name?: string
  /** Also fails for a should or may that does not hold. Default: false. */
  readonly strict?: boolean
}

/** A run whose cases a test runner starts one by one. The adapter is opened when the first case runs. */
export type HostRun = {
  readonly name: string
  readonly tests: readonly { readonly title: string; readonly of: Case }[]
  /** Runs a case and returns its result for the test runner to show. Throws when the case fails. */
  run(of: Case): Promise<CaseResult>
  close(): Promise<void>
}

// Ends a test if nothing else does: the suite itself ends a case whose calls hang, and a slow case may take long.
export const hostTimeoutMs = 600_000

// Long enough for a slow call.
const patienceMs = 2_000

export function hostRun(given: HostOptions): HostRun {
  const options = settle(given)
  const { list } = chosenCases(options)
  let context: Promise<OpenRun> | undefined
  let secondRun: SecondRuns | undefined
  const results = new Map<Case, Promise<CaseResult>>()
  const open = () => {
    context ??= openRun(options).then((run) => {
      // A test runner runs one case after the other. Cases that wait for the clock start now, to wait together.
      for (const of of list) if (of.waits) results.set(of, runOne(of, run))
      return run
    })
    return context
  }

  const runOne = async (of: Case, run: OpenRun): Promise<CaseResult> => {
    let stepOver = () => {}
    const isStuck = new Promise<void>((resolve) => {
      stepOver = resolve
    })
    const result = Promise.resolve(runChosen(of, run, { ...options, stepOver }))
    const goOn = async () => {
      await isStuck
      if (!(await within(patienceMs, result))) runRest(run)
    }
    goOn().catch(() => {})
    return result
  }

  /** Runs all other cases now. They show whether only one operation hangs, and end together. */
  const runRest = (run: OpenRun) => {
    const rest = list.filter((of) => !results.has(of))
    const finish = new Map<Case, (result: Awaitable<CaseResult>) => void>()
    for (const of of rest) results.set(of, new Promise((resolve) => finish.set(of, resolve)))
    const work = (of: Case, stepOver: () => void) => {
      const result = runChosen(of, run, { ...options, stepOver })
      finish.get(of)?.(result)
      return result
    }
    // The test of each case reports its error.
    runInOrder(rest, work).catch(() => {})
  }

  return {
    name: `${options.name ?? "conformance"} (${options.effort}, seed ${options.seed})`,
    tests: list.map((of) => ({ of, title: `${of.id}: ${of.title} (${of.level}, ${of.clause})` })),
    async run(of) {
      const run = await open()
      secondRun ??= createSecondRuns(list, run.openAnother)
      const known = results.get(of) ?? runOne(of, run)
      results.set(of, known)
      const result = await secondRun(of, await known)
      // Each further case that hangs takes a moment.
      if (run.watch.hasHung()) runRest(run)
      if (result.error && (result.status === "failed" || options.strict)) throw result.error
      return result
    },
    async close() {
      await Promise.all(results.values())
      await (await context)?.close()
    },
  }
}

/** Why a case was skipped or warned; `undefined` if it passed. */
export const remark = ({ reason, error }: CaseResult): string | undefined =>
  error ? `warned: ${error.message}` : reason
