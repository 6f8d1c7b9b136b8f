/** One call for another process to make. */
export type RemoteCall = { readonly operation: string; readonly args: readonly unknown[] }

/** The outcome of such a call. An error is returned as text. */
export type RemoteOutcome = { readonly value: unknown } | { readonly thrown: string }

/**
 * Makes every process start its calls at the same moment, and waits for all of them. Resolves to the outcomes of each
 * process, in the order of its calls. `calls` is called once per process.
 */
export type InProcesses = (
  calls: (processIndex: number) => readonly RemoteCall[],
) => Promise<readonly (readonly RemoteOutcome[])[]>

/** The same for a case that may end before its calls. */
export type RaceInProcesses = (
  calls: Parameters<InProcesses>[0],
  hooks?: RaceHooks,
) => ReturnType<InProcesses>

export type RaceHooks = {
  /** Is called with all calls when they start. */
  onStart(calls: readonly RemoteCall[]): void
  /** Resolves when the case ends: the next race need not wait for calls that hang. */
  readonly ended: Promise<void>
}

/** A message to a process. Races have numbers, because calls of an earlier race may return late. */
export type Command =
  | { readonly command: "prepare"; readonly race: number; readonly calls: readonly RemoteCall[] }
  /** `at` is a time on the clock that all processes share, in milliseconds since 1970. */
  | { readonly command: "start"; readonly race: number; readonly at: number }
  | { readonly command: "close" }

/** A message from a process. */
export type Reply =
  | { readonly reply: "open" | "closed" }
  | { readonly reply: "prepared"; readonly race: number }
  | { readonly reply: "outcomes"; readonly race: number; readonly outcomes: readonly RemoteOutcome[] }
  | { readonly reply: "failure"; readonly failure: string }
