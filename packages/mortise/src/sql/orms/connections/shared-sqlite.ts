import { MortiseError } from "../../../contract/errors.ts"
import type { Driver } from "../../driver.ts"
import { isRead } from "../../statement.ts"
import { sqliteConnection } from "./acquired-connections.ts"

/**
 * A driver on the only connection that an ORM has to SQLite. If another caller's transaction is open there, its
 * rollback would undo our writes. So writes wait until it has ended: they fail as `transient`, which is retried. Reads
 * do not wait, and see what the open transaction has written.
 */
export function sharedSqliteDriver(factory: string, connection: () => object): Driver {
  const openReader = (): Driver => sqliteConnection(factory, connection())
  const openWriter = (): Driver => {
    const driver = openReader()
    if (driver.isJoined?.()) throw openTransactionError(factory)
    return driver
  }
  return {
    run: (statement, values) => (isRead(statement) ? openReader() : openWriter()).run(statement, values),
    batch: (steps) => openWriter().batch(steps),
  }
}

const openTransactionError = (factory: string): MortiseError =>
  new MortiseError(
    "transient",
    `Another transaction is open on the only connection to this SQLite database, so nothing was changed: try again, or pass its handle to ${factory} to work inside it.`,
  )
