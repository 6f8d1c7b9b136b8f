import { MortiseError } from "../../../../contract/errors.ts"
import { retryIfTransient } from "../../../../operations/retry.ts"

/** The error of a step before the commit: even if the step was applied, nothing is visible, and the call may be repeated. */
export const definite = (error: unknown): unknown =>
  (error as MortiseError).code === "indeterminate"
    ? new MortiseError("transient", "The answer of Redis was lost before anything was visible: try again.", {
        cause: error,
      })
    : error

/** Repeats a call that did not commit, while its error is `transient`. */
export const retryUncommitted = async <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error) => retryIfTransient(work, (thrown) => thrown as MortiseError, error, {}))
