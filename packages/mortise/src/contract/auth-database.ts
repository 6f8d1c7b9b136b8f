// Registered, because the command line can load another copy of this module than the application.
/** Marks the value of Better Auth's `database` that `mortiseDatabase` returns. */
export const databaseSource: unique symbol = Symbol.for("mortise.better-auth.source") as never

/** Whether a value is what `mortiseDatabase` returns. */
export const isAuthDatabase = (value: unknown): boolean =>
  typeof value === "function" && databaseSource in value
