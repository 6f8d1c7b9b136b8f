import type { Case } from "../case.ts"
import { chosen, type OpenRun, openRun, type RunOptions, runChosen } from "../run.ts"
import type { Result } from "../run-case.ts"

/** What a binding takes: the options of a run, and how the host is to show it. */
export type HostOptions = Omit<RunOptions, "print"> & {
  /** The name of the group of tests. */
  readonly name?: string
  /** Fail for a should or may that does not hold, too. */
  readonly strict?: boolean
}

/** A run whose cases a host starts one by one. The adapter is made when the first of them runs. */
export type HostRun = {
  readonly name: string
  readonly tests: readonly { readonly title: string; readonly of: Case }[]
  /** Runs a case; throws when it fails. Otherwise the result, for the host to show. */
  run(of: Case): Promise<Result>
  close(): Promise<void>
}

// There to end a hang, not to judge speed.
export const hostTimeoutMs = 120_000

export function hostRun(options: HostOptions): HostRun {
  let context: Promise<OpenRun> | undefined
  const open = () => {
    context ??= openRun(options)
    return context
  }
  return {
    name: options.name ?? "conformance",
    tests: chosen(options).map((of) => ({ of, title: `${of.id}: ${of.title} (${of.level}, ${of.clause})` })),
    async run(of) {
      const result = await runChosen(of, await open(), options)
      if (result.error && (result.status === "failed" || options.strict)) throw result.error
      return result
    },
    close: async () => (await context)?.close(),
  }
}

/** Why a result is not simply a pass, in a line or more. */
export const remark = ({ reason, error }: Result): string | undefined =>
  error ? `warned: ${error.message}` : reason
