// Registered, because the command line can load another copy of this module than the application.
/** Marks the value of Better Auth's `database` that `mortiseDatabase` returns. */
export const databaseSource: unique symbol = Symbol.for("mortise.better-auth.source") as never

/** Whether a value is what `mortiseDatabase` returns. */
export const isAuthDatabase = (value: unknown): boolean =>
  typeof value === "function" && databaseSource in value

/** How a transaction of Better Auth ended: undefined if it was committed. An error is that of its commit. */
export type TransactionEnd = undefined | "rolled_back" | Error

/** The transactions of a database, as layers see them. */
export type LayerTransactions = {
  /** The end of the open transaction that a call made now belongs to. */
  findEnd(): Promise<TransactionEnd> | undefined
  /** Runs work whose calls belong to no transaction. */
  runOutside<T>(work: () => T): T
}
