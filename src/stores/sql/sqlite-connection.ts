import { MortiseError } from "../../contract/errors.ts"
import type { Bound, Driver, Result, Statement } from "./driver.ts"

/** A SQLite connection in this process, whose calls return at once. */
export type SqliteConnection = {
  run(statement: Statement, values: readonly Bound[]): Result
  exec(text: string): void
  /** The single value that a statement answers with. */
  ask(text: string): unknown
  inTransaction(): boolean
}

const patience = 5_000

/** A driver over such a connection, set up at its first statement. A transaction of the caller's is joined. */
export function sqliteDriver(connection: SqliteConnection): Driver {
  let isReady = false
  const ready = (): void => {
    if (isReady) return
    setUp(connection)
    isReady = true
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
  }
}

// Taking the write lock first: a transaction that reads first may find that it can no longer write.
const transaction = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"] as const
const savepoint = ["SAVEPOINT mortise", "RELEASE mortise", "ROLLBACK TO mortise; RELEASE mortise"] as const

function undo(connection: SqliteConnection, rollback: string): void {
  try {
    connection.exec(rollback)
  } catch {
    // The engine has rolled back by itself; the first error is the one that tells.
  }
}

function setUp(connection: SqliteConnection): void {
  if (Number(connection.ask("PRAGMA busy_timeout")) < patience)
    connection.ask(`PRAGMA busy_timeout = ${patience}`)
  try {
    connection.ask("PRAGMA journal_mode = WAL")
  } catch {
    // A read-only file, or one that another process is just opening: the mode it has will do.
  }
  if (connection.inTransaction()) return
  connection.exec("PRAGMA foreign_keys = ON")
  if (Number(connection.ask("PRAGMA foreign_keys")) !== 1) throw withoutForeignKeys()
}

/** Without foreign keys, what a deleted user owned would stay behind. */
export const withoutForeignKeys = (): MortiseError =>
  new MortiseError(
    "unavailable",
    "This SQLite client keeps foreign keys off: turn them on for its connections.",
  )
