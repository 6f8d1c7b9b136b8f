import type { OperationName } from "../../contract/operations.ts"

/** One call that another process is to make. */
export type RemoteCall = { readonly operation: OperationName; readonly args: readonly unknown[] }

/** How such a call ended; an error comes back as its text. */
export type RemoteEnding = { readonly value: unknown } | { readonly thrown: string }

/**
 * Lets every process start its calls at the same moment and waits for all of them: the endings of each process,
 * in the order of its calls. `calls` is asked once per process.
 */
export type InProcesses = (
  calls: (nth: number) => readonly RemoteCall[],
) => Promise<readonly (readonly RemoteEnding[])[]>

/** What is sent to a process, and what it answers. */
export type Order =
  | { readonly order: "prepare"; readonly calls: readonly RemoteCall[] }
  /** `at` is a time on the clock that all processes share, in milliseconds. */
  | { readonly order: "start"; readonly at: number }
  | { readonly order: "close" }

export type Answer =
  | { readonly answer: "open" | "prepared" | "closed" }
  | { readonly answer: "endings"; readonly endings: readonly RemoteEnding[] }
  | { readonly answer: "failure"; readonly failure: string }
