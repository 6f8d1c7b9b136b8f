import type { RemoteCall, RemoteEnding } from "./processes.ts"

export const fix = "Let the store decide, in one statement: what a process remembers, the others do not know."

export const call = (operation: RemoteCall["operation"], ...args: unknown[]): RemoteCall => ({
  operation,
  args,
})

type Endings = readonly (readonly RemoteEnding[])[]

/** What the calls that did not throw answered, over all processes. */
export const answers = (endings: Endings): unknown[] =>
  endings.flat().flatMap((ending) => ("value" in ending ? [ending.value] : []))

/** Those of the answers that are something. */
export const rows = (endings: Endings): unknown[] =>
  answers(endings).filter((value) => value !== null && value !== undefined)
