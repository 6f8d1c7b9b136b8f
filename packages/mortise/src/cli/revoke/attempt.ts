import { MortiseError } from "../../index.ts"
import { describeError } from "../terminal/describe-error.ts"
import type { Outcome, Problem } from "./revocation.ts"

// After these, the next call would most likely fail too: the run stops, and a second one continues it. The key for
// mortise/http may not show a field.
const outages: readonly string[] = [
  "unavailable",
  "not_migrated",
  "transient",
  "indeterminate",
  "readonly",
  "missing_operation",
]

const isOutage = (error: unknown): boolean => !(error instanceof MortiseError) || outages.includes(error.code)

/** Ends something. An error that concerns only this row becomes a problem; an outage of the store is thrown. */
export async function attempt(about: Omit<Problem, "why">, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (isOutage(error)) throw error
    return { counts: {}, problems: [{ ...about, why: `${await describeError(error)}.` }] }
  }
}
