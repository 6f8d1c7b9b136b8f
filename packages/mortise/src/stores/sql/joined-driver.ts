import { limitConcurrency } from "../../shared/limit-concurrency.ts"
import { isRead } from "./compile/statement.ts"
import type { Bound, Driver, Result, Statement } from "./driver.ts"
import { runSteps } from "./run-steps.ts"

/** Runs one statement on the connection of a transaction. */
export type Run = (statement: Statement, values: readonly Bound[]) => Promise<Result>

/** A transaction that the caller opened. */
export type OpenTransaction = {
  readonly run: Run
  /** Undoes what `work` did if it throws; the transaction goes on. */
  savepoint<T>(work: (run: Run) => Promise<T>): Promise<T>
  /** Whether a refused statement ends the transaction, as on PostgreSQL. Then every write gets a savepoint. */
  readonly endsOnError: boolean
}

/**
 * Works inside a transaction of the caller: no BEGIN, no COMMIT, no retry. Calls run one after the other, because
 * rolling back a savepoint would also undo what another call did after it.
 */
export function joinedDriver({ run, savepoint, endsOnError }: OpenTransaction): Driver {
  const inTurn = limitConcurrency(1)
  return {
    run: (statement, values) =>
      inTurn(() =>
        endsOnError && !isRead(statement)
          ? savepoint((inside) => inside(statement, values))
          : run(statement, values),
      ),
    batch: (steps) => inTurn(() => savepoint((inside) => runSteps(steps, inside))),
    isJoined: () => true,
  }
}

/** Savepoints by statements, for connections that accept them as text. */
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
      // After a lost connection both fail. The first error is the one to report.
      await execute("ROLLBACK TO SAVEPOINT mortise").catch(() => undefined)
      await execute("RELEASE SAVEPOINT mortise").catch(() => undefined)
      throw error
    }
  }
}
