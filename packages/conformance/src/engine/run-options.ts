import type { Awaitable } from "./promises.ts"

/** `quick` limits the number of calls, for stores behind a network. `full` runs twenty times as many rounds. */
export type Effort = "quick" | "full"

/** Functions that prepare and close a store under test. */
export type Lifecycle = {
  /** Called once, after the last case. */
  readonly close?: () => Awaitable<unknown>
  /** Called once, before the first case. Empties a store that is reused. */
  readonly reset?: () => Awaitable<unknown>
  /** Makes the store permanently unreachable for this adapter. The suite opens a separate adapter for it. */
  readonly outage?: () => Awaitable<unknown>
}

/** The options of a run of any suite. */
export type SharedOptions = {
  /** The URL of a module that exports a `factory`. Several processes call it and race on its store. */
  readonly module?: URL | string
  /** The number of processes that race, besides this one. Default: 4. */
  readonly processes?: number
  /** Node flags for those processes, such as `--import tsx`. Default: the flags of this process. */
  readonly execArgv?: readonly string[]
  /** Cases to skip, by id, each with the reason. */
  readonly skip?: Readonly<Record<string, string>> | readonly string[]
  /** Runs only these cases, at any effort: ids, or topics such as `sessions`. */
  readonly only?: readonly string[]
  /** `quick` leaves out some cases, chosen by the seed. Default: `quick`. */
  readonly effort?: Effort
  /** Repeats the random choices of an earlier run. Default: a random seed. */
  readonly seed?: number
  /** Receives the report line by line; `false` prints nothing. Default: the console. */
  readonly onLine?: ((line: string) => void) | false
}

/** Options with a seed and an effort, which choose the cases. */
export type Settled<Options extends SharedOptions> = Options & {
  readonly seed: number
  readonly effort: Effort
}

export const settle = <Options extends SharedOptions>(options: Options): Settled<Options> => ({
  ...options,
  seed: options.seed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
  effort: options.effort ?? "quick",
})
