import type { Driver, Result } from "../../driver.ts"
import { addErrorContext } from "../../errors/error-context.ts"
import type { Run } from "../../transactions/joined-driver.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import { driverError } from "./driver-error.ts"

/** The raw calls of an ORM. */
export type RawClient = {
  readonly run: Run
  /** Runs work in a transaction of the ORM; the `run` that it gets uses the connection of that transaction. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>
}

/** A driver over the raw calls of an ORM, for ORMs whose client cannot be reached. */
export function rawDriver({ run, transaction }: RawClient): Driver {
  return {
    run: unwrapping(run),
    async batch(steps) {
      let hasBegun = false
      let failure: unknown
      try {
        return await transaction(async (inside): Promise<Result[]> => {
          hasBegun = true
          // Some ORMs report the rollback that fails after a lost connection instead of its cause.
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

/** Throws the error of the database client instead of the ORM's. */
export const unwrapping =
  (run: Run): Run =>
  (statement, values) =>
    run(statement, values).catch((error) => {
      throw driverError(error)
    })
