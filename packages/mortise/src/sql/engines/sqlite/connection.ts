import { MortiseError } from "../../../contract/errors.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { Driver } from "../../driver.ts"
import { type SqliteConnection, syncTransactions, textsOn } from "./sync-transactions.ts"
import { isBusy } from "./violation.ts"

/**
 * A driver over a synchronous connection, which is set up before its first statement. If the caller has opened a
 * transaction, the driver works inside it.
 */
export function sqliteDriver(connection: SqliteConnection): Driver {
  let isReady = false
  let tries = 0
  const ready = (): void => {
    if (isReady) return
    // Neither setting can be changed inside a transaction, so the setup is repeated after it.
    const isJoined = connection.inTransaction()
    if (!isJoined) {
      enableWriteAheadLog(connection, ++tries)
      connection.exec("PRAGMA foreign_keys = ON")
    }
    if (Number(connection.ask("PRAGMA foreign_keys")) !== 1) throw foreignKeysOffError()
    isReady = !isJoined
  }
  const open = syncTransactions(connection, ready)
  /** Runs a call while a transaction is open: in it if the call belongs to it, else after it. */
  const whileTaken = <T>(call: (driver: Driver) => Awaitable<T>): Awaitable<T> => {
    const current = driver.currentTransaction?.()
    return current ? call(current) : open.inTurn(async () => call(driver))
  }
  const driver: Driver = {
    run(statement, values) {
      if (open.isTaken) return whileTaken((current) => current.run(statement, values))
      ready()
      return connection.run(statement, values)
    },
    batch(steps) {
      if (open.isTaken) return whileTaken((current) => current.batch(steps))
      ready()
      const [begin, commit, rollback] = textsOn(connection)
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
    transaction: open.transaction,
    isJoined: () => (open.isTaken ? driver.currentTransaction?.() !== undefined : connection.inTransaction()),
  }
  return driver
}

function undo(connection: SqliteConnection, rollback: string): void {
  try {
    connection.exec(rollback)
  } catch {
    // SQLite has rolled back already. Report the first error.
  }
}

const mostSetupTries = 5

// The change needs exclusive access to the file. Two processes that start at the same time can block each other, so it
// is retried a few times. A file that stays in use or is read-only keeps its mode.
function enableWriteAheadLog(connection: SqliteConnection, attempt: number): void {
  if (connection.ask("PRAGMA journal_mode") === "wal") return
  try {
    connection.exec("PRAGMA journal_mode = WAL")
  } catch (error) {
    if (attempt < mostSetupTries && isBusy(error)) throw error
  }
}

/** The same for an asynchronous client. Returns the mode that the database had. */
export async function enableWriteAheadLogAsync(
  ask: (text: string) => Promise<unknown>,
  attempt: number,
): Promise<unknown> {
  const mode = await ask("PRAGMA journal_mode")
  if (mode === "wal" || mode === "memory") return mode
  try {
    await ask("PRAGMA journal_mode = WAL")
  } catch (error) {
    if (attempt < mostSetupTries && isBusy(error)) throw error
  }
  return mode
}

/** Without foreign keys, the rows of a deleted user would stay. */
export const foreignKeysOffError = (): MortiseError =>
  new MortiseError(
    "unavailable",
    "Foreign keys are off in this SQLite client: turn them on for each of its connections (PRAGMA foreign_keys = ON).",
  )

/** For clients that do not report it. */
export const closedClientError = (): MortiseError =>
  new MortiseError("unavailable", "This SQLite client is closed: open a new one.")
