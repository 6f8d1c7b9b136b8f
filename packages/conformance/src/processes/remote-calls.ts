import type { RemoteCall, RemoteOutcome } from "./messages.ts"

export const fix = "Decide in one statement of the database: processes do not share their memory."

export const call = (operation: RemoteCall["operation"], ...args: unknown[]): RemoteCall => ({
  operation,
  args,
})

type Outcomes = readonly (readonly RemoteOutcome[])[]

/** The results of the calls that did not throw, over all processes. */
export const answers = (outcomes: Outcomes): unknown[] =>
  outcomes.flat().flatMap((outcome) => ("value" in outcome ? [outcome.value] : []))

/** The results that are neither null nor undefined. */
export const rows = (outcomes: Outcomes): unknown[] =>
  answers(outcomes).filter((value) => value !== null && value !== undefined)
