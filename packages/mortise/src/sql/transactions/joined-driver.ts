import type { Bound, Driver, Result, Statement } from "../driver.ts"
import { isRead } from "../statement.ts"
import { runSteps } from "./run-steps.ts"
import type { Check, Scope } from "./turns.ts"

/** Runs one statement on a transaction's connection. */
export type Run = (statement: Statement, values: readonly Bound[]) => Promise<Result>

/** A transaction that the caller opened. */
export type OpenTransaction = {
  readonly run: Run
  /** Undoes what `work` did if it throws; the transaction goes on. */
  savepoint<T>(work: (run: Run) => Promise<T>): Promise<T>
  /** Whether a failed statement ends the transaction, as on PostgreSQL. Then every write gets a savepoint. */
  readonly endsOnError: boolean
  /** Where calls take turns, until the transaction ends. */
  readonly scope: Scope
}

/** Works inside the caller's transaction: no BEGIN, no COMMIT, no retry. */
export function joinedDriver({ run, savepoint, endsOnError, scope }: OpenTransaction): Driver {
  return {
    run: (statement, values) =>
      scope.call((check) =>
        endsOnError && !isRead(statement)
          ? savepoint((inside) => withCheck(check, inside)(statement, values))
          : run(statement, values),
      ),
    batch: (steps) => scope.call((check) => savepoint((inside) => runSteps(steps, withCheck(check, inside)))),
    isJoined: () => true,
  }
}

const withCheck =
  (check: Check, run: Run): Run =>
  async (statement, values) => {
    check()
    return run(statement, values)
  }

/** Savepoints as SQL text, for connections that accept it. */
export function textSavepoint(
  run: Run,
  execute: (text: string) => Promise<unknown>,
): OpenTransaction["savepoint"] {
  return async (work) => {
    await execute("SAVEPOINT mortise")
    try {
      const result = await work(run)
      await execute("RELEASE SAVEPOINT mortise")
      return result
    } catch (error) {
      // After a lost connection both fail. Report the first error.
      await execute("ROLLBACK TO SAVEPOINT mortise").catch(() => undefined)
      await execute("RELEASE SAVEPOINT mortise").catch(() => undefined)
      throw error
    }
  }
}
