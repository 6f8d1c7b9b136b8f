import type { Driver, Result } from "../../driver.ts"
import { addErrorContext } from "../../errors/error-context.ts"
import type { Run } from "../../transactions/joined-driver.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import { driverError } from "./driver-error.ts"

/** An ORM's raw calls. */
export type RawClient = {
  readonly run: Run
  /** Runs work in a transaction of the ORM. The `run` that it gets uses the transaction's connection. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>
}

/** A driver over raw calls, for ORMs whose client cannot be reached. */
export function rawDriver({ run, transaction }: RawClient): Driver {
  return {
    run: unwrapping(run),
    async batch(steps) {
      let hasBegun = false
      let failure: unknown
      try {
        return await transaction(async (inside): Promise<Result[]> => {
          hasBegun = true
          // After a lost connection, some ORMs report the failed rollback instead of its cause.
          return runSteps(steps, unwrapping(inside)).catch((error) => {
            failure = error
            throw error
          })
        })
      } catch (error) {
        if (hasBegun) throw failure ?? driverError(error)
        throw addErrorContext(driverError(error), { code: "unavailable" })
      }
    },
  }
}

/** Throws the database client's error instead of the ORM's. */
export const unwrapping =
  (run: Run): Run =>
  (statement, values) =>
    run(statement, values).catch((error) => {
      throw driverError(error)
    })
