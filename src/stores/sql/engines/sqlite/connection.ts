import { MortiseError } from "../../../../contract/errors.ts"
import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import { sqliteDialect } from "./dialect.ts"

/** A SQLite connection in this process, whose calls return at once. */
export type SqliteConnection = {
  run(statement: Statement, values: readonly Bound[]): Result
  exec(text: string): void
  /** The single value that a statement answers with. */
  ask(text: string): unknown
  inTransaction(): boolean
}

/** A driver over such a connection, set up at its first statement. A transaction of the caller's is joined. */
export function sqliteDriver(connection: SqliteConnection): Driver {
  let isReady = false
  let tries = 0
  const ready = (): void => {
    if (isReady) return
    // Inside a transaction neither can be changed: all of this is done again after it.
    const isJoined = connection.inTransaction()
    if (!isJoined) {
      enableWriteAheadLog(connection, ++tries)
      connection.exec("PRAGMA foreign_keys = ON")
    }
    if (Number(connection.ask("PRAGMA foreign_keys")) !== 1) throw foreignKeysOffError()
    isReady = !isJoined
  }
  return {
    run(statement, values) {
      ready()
      return connection.run(statement, values)
    },
    batch(steps) {
      ready()
      const [begin, commit, rollback] = connection.inTransaction() ? savepoint : transaction
      connection.exec(begin)
      try {
        const results = steps.map(([statement, values]) => connection.run(statement, values))
        connection.exec(commit)
        return results
      } catch (error) {
        undo(connection, rollback)
        throw error
      }
    },
    isJoined: () => connection.inTransaction(),
  }
}

// Taking the write lock first: a transaction that reads first may find that it can no longer write.
const transaction = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"] as const
export const savepoint = [
  "SAVEPOINT mortise",
  "RELEASE mortise",
  "ROLLBACK TO mortise; RELEASE mortise",
] as const

function undo(connection: SqliteConnection, rollback: string): void {
  try {
    connection.exec(rollback)
  } catch {
    // The engine has rolled back by itself; the first error is the one that tells.
  }
}

export const mostSetupTries = 5

// The switch needs the file for itself, and two processes that start at once can refuse each other: both try
// again. A file that is always in use, or cannot be written, keeps the mode it has.
function enableWriteAheadLog(connection: SqliteConnection, nth: number): void {
  if (connection.ask("PRAGMA journal_mode") === "wal") return
  try {
    connection.exec("PRAGMA journal_mode = WAL")
  } catch (error) {
    if (nth < mostSetupTries && isBusy(error)) throw error
  }
}

export const isBusy = (error: unknown): boolean => {
  const violation = sqliteDialect.violation(error)
  return violation !== undefined && "code" in violation && violation.code === "transient"
}

/** Without foreign keys, what a deleted user owned would stay behind. */
export const foreignKeysOffError = (): MortiseError =>
  new MortiseError(
    "unavailable",
    "This SQLite client keeps foreign keys off: turn them on for its connections.",
  )

/** For clients that do not say so themselves. */
export const closedClientError = (): MortiseError =>
  new MortiseError("unavailable", "This SQLite client is closed: open another one.")
