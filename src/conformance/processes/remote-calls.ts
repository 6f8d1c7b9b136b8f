import type { RemoteCall, RemoteOutcome } from "./messages.ts"

export const fix = "Let the store decide, in one statement: what a process remembers, the others do not know."

export const call = (operation: RemoteCall["operation"], ...args: unknown[]): RemoteCall => ({
  operation,
  args,
})

type Outcomes = readonly (readonly RemoteOutcome[])[]

/** What the calls that did not throw answered, over all processes. */
export const answers = (outcomes: Outcomes): unknown[] =>
  outcomes.flat().flatMap((outcome) => ("value" in outcome ? [outcome.value] : []))

/** Those of the answers that are something. */
export const rows = (outcomes: Outcomes): unknown[] =>
  answers(outcomes).filter((value) => value !== null && value !== undefined)
