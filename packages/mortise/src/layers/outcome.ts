import { type ErrorCode, MortiseError } from "../contract/errors.ts"

/**
 * How a call ended. `applied`: rows were written. `absent`: there was no such row. `refused`: the store's rules or a
 * guard did not allow it. `failed`: the store could not do it. `unknown`: it may have been applied or not.
 */
export type Outcome = "applied" | "absent" | "refused" | "failed" | "unknown"

/** The outcome of a write that returned. */
export function toResultOutcome(result: unknown): Outcome {
  if (result === "refused" || result === "taken") return "refused"
  const isAbsent = result === null || result === undefined || result === "absent" || result === 0
  return isAbsent ? "absent" : "applied"
}

/** Only for errors after which it is certain that nothing was written. */
const certain: { readonly [Code in ErrorCode]?: Outcome } = {
  conflict: "refused",
  invalid: "refused",
  not_found: "refused",
  counter_regression: "refused",
  missing_operation: "failed",
  transient: "failed",
  unavailable: "failed",
  not_migrated: "failed",
  readonly: "failed",
}

/** The outcome of a write that threw. An error that is not from Mortise says nothing about what was written. */
export const toErrorOutcome = (error: unknown): Outcome =>
  (error instanceof MortiseError && certain[error.code]) || "unknown"
