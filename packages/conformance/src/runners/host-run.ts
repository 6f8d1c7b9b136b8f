import type { Case } from "../case.ts"
import { chosenCases } from "../chosen-cases.ts"
import { type OpenRun, openRun, runChosen } from "../run.ts"
import type { CaseResult } from "../run-case.ts"
import { type RunOptions, settle } from "../run-options.ts"

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

// Ends a test that hangs. It does not judge speed.
export const hostTimeoutMs = 120_000

export function hostRun(given: HostOptions): HostRun {
  const options = settle(given)
  const { list } = chosenCases(options)
  let context: Promise<OpenRun> | undefined
  const waiting = new Map<Case, Promise<CaseResult>>()
  const open = () => {
    context ??= openRun(options).then((run) => {
      // A test runner runs one case after the other. Cases that wait for the clock start now, to wait together.
      for (const of of list) if (of.waits) waiting.set(of, Promise.resolve(runChosen(of, run, options)))
      return run
    })
    return context
  }
  return {
    name: `${options.name ?? "conformance"} (${options.effort}, seed ${options.seed})`,
    tests: list.map((of) => ({ of, title: `${of.id}: ${of.title} (${of.level}, ${of.clause})` })),
    async run(of) {
      const run = await open()
      const result = await (waiting.get(of) ?? runChosen(of, run, options))
      if (result.error && (result.status === "failed" || options.strict)) throw result.error
      return result
    },
    async close() {
      await Promise.all(waiting.values())
      await (await context)?.close()
    },
  }
}

/** Why a case was skipped or warned; `undefined` if it passed. */
export const remark = ({ reason, error }: CaseResult): string | undefined =>
  error ? `warned: ${error.message}` : reason
