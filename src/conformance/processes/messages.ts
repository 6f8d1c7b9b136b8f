import type { OperationName } from "../../contract/operations.ts"

/** One call that another process is to make. */
export type RemoteCall = { readonly operation: OperationName; readonly args: readonly unknown[] }

/** How such a call ended; an error comes back as its text. */
export type RemoteOutcome = { readonly value: unknown } | { readonly thrown: string }

/**
 * Lets every process start its calls at the same moment and waits for all of them: the outcomes of each process,
 * in the order of its calls. `calls` is asked once per process.
 */
export type InProcesses = (
  calls: (nth: number) => readonly RemoteCall[],
) => Promise<readonly (readonly RemoteOutcome[])[]>

/** What is sent to a process, and what it answers. */
export type Command =
  | { readonly command: "prepare"; readonly calls: readonly RemoteCall[] }
  /** `at` is a time on the clock that all processes share, in milliseconds. */
  | { readonly command: "start"; readonly at: number }
  | { readonly command: "close" }

export type Reply =
  | { readonly reply: "open" | "prepared" | "closed" }
  | { readonly reply: "outcomes"; readonly outcomes: readonly RemoteOutcome[] }
  | { readonly reply: "failure"; readonly failure: string }
