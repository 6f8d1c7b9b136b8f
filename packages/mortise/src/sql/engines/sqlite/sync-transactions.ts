import { limitConcurrency } from "../../../shared/limit-concurrency.ts"
import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import {
  byCommands,
  interactive,
  type OwnConnection,
  type TransactionTexts,
} from "../../transactions/interactive.ts"
import { isBusy } from "./violation.ts"

/** A synchronous SQLite connection. */
export type SqliteConnection = {
  run(statement: Statement, values: readonly Bound[]): Result
  exec(text: string): void
  /** The single value that a statement returns. */
  ask(text: string): unknown
  inTransaction(): boolean
}

// Takes the write lock first: a transaction that reads first may be unable to write afterwards.
const transaction: TransactionTexts = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"]
const savepoint: TransactionTexts = [
  "SAVEPOINT mortise",
  "RELEASE mortise",
  "ROLLBACK TO mortise; RELEASE mortise",
]

/** A savepoint, if the caller has opened a transaction. */
export const textsOn = (connection: SqliteConnection): TransactionTexts =>
  connection.inTransaction() ? savepoint : transaction

/** The transactions of a driver on its only connection. */
export type SyncTransactions = {
  /** Whether a transaction is open. Until it ends, the driver's other calls wait for their turn. */
  readonly isTaken: boolean
  inTurn<T>(task: () => Promise<T>): Promise<T>
  readonly transaction: NonNullable<Driver["transaction"]>
}

export function syncTransactions(connection: SqliteConnection, ready: () => void): SyncTransactions {
  const inTurn = limitConcurrency(1)
  const ownConnection: OwnConnection = {
    run: async (...step) => connection.run(...step),
    // After some errors, SQLite has rolled the transaction back.
    isOver: () => !connection.inTransaction(),
    async command(text) {
      connection.exec(text)
      open.isTaken = true
    },
  }
  const use = async <T>(work: (connection: OwnConnection) => Promise<T>): Promise<T> => {
    try {
      return await work(ownConnection)
    } finally {
      open.isTaken = false
    }
  }
  const open = {
    isTaken: false,
    inTurn,
    transaction: interactive(
      (work) =>
        inTurn(async () => {
          ready()
          return byCommands(use, textsOn(connection))(work)
        }),
      { endsOnError: false, endsTransaction: () => false, isRetried: isBusy },
    ),
  }
  return open
}
