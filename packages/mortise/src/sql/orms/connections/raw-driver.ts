import type { Driver } from "../../driver.ts"
import { addErrorContext } from "../../errors/error-context.ts"
import { statement } from "../../statement.ts"
import { type Ends, type InTransaction, interactive } from "../../transactions/interactive.ts"
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
export function rawDriver({ run, transaction }: RawClient, ends: Ends): Driver {
  const begin: InTransaction = async (work) => {
    let hasBegun = false
    let failure: { readonly error: unknown } | undefined
    try {
      return await transaction(async (inside) => {
        hasBegun = true
        const unwrapped = unwrapErrors(inside)
        // After a lost connection, some ORMs report the failed rollback instead of its cause.
        return work({ run: unwrapped, command: (text) => unwrapped(statement(text), []) }).catch((error) => {
          failure = { error }
          throw error
        })
      })
    } catch (error) {
      if (failure) throw failure.error
      throw hasBegun ? driverError(error) : addErrorContext(driverError(error), { code: "unavailable" })
    }
  }
  return {
    run: unwrapErrors(run),
    batch: (steps) => begin(({ run: inside }) => runSteps(steps, inside)),
    transaction: interactive(begin, ends),
  }
}

/** Throws the database client's error instead of the ORM's. */
export const unwrapErrors =
  (run: Run): Run =>
  (statement, values) =>
    run(statement, values).catch((error) => {
      throw driverError(error)
    })
