import type { OperationName } from "mortise"

/** One call for another process to make. */
export type RemoteCall = { readonly operation: OperationName; readonly args: readonly unknown[] }

/** The outcome of such a call. An error is returned as text. */
export type RemoteOutcome = { readonly value: unknown } | { readonly thrown: string }

/**
 * Makes every process start its calls at the same moment, and waits for all of them. Resolves to the outcomes of each
 * process, in the order of its calls. `calls` is called once per process.
 */
export type InProcesses = (
  calls: (nth: number) => readonly RemoteCall[],
) => Promise<readonly (readonly RemoteOutcome[])[]>

/** A message to a process. */
export type Command =
  | { readonly command: "prepare"; readonly calls: readonly RemoteCall[] }
  /** `at` is a time on the clock that all processes share, in milliseconds since 1970. */
  | { readonly command: "start"; readonly at: number }
  | { readonly command: "close" }

/** A message from a process. */
export type Reply =
  | { readonly reply: "open" | "prepared" | "closed" }
  | { readonly reply: "outcomes"; readonly outcomes: readonly RemoteOutcome[] }
  | { readonly reply: "failure"; readonly failure: string }
