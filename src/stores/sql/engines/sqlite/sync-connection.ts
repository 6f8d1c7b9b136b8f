import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import { closedClient, isBusy, sqliteDriver } from "./connection.ts"

type Prepared = {
  raw(): { all(...values: Bound[]): unknown[] }
  all(...values: Bound[]): unknown[]
  get(...values: Bound[]): unknown
  run(...values: Bound[]): { changes: number | bigint }
}

/** What better-sqlite3 and libsql have in common. */
export type PreparingClient = {
  prepare(text: string): object
  exec(text: string): unknown
  readonly inTransaction: boolean
  readonly open?: boolean
}

/**
 * A driver over a client that prepares statements and answers at once with positional rows. With `ends` false, what
 * the client runs and finds locked stays under way.
 */
export function preparingDriver(client: PreparingClient, ends = true): Driver {
  const prepared = new Map<Statement, Prepared>()
  // libsql goes on with what it has prepared after it was closed, and ends the process when asked for more.
  const opened = (): PreparingClient => {
    if (client.open === false) throw closedClient()
    return client
  }
  const prepare = (statement: Statement): Prepared => {
    const known = prepared.get(statement)
    // better-sqlite3 refuses a statement of a closed database, so it is not asked before each one.
    if (known && (ends || opened())) return known
    const made = opened().prepare(statement.text) as Prepared
    if (statement.returns) made.raw()
    prepared.set(statement, made)
    return made
  }
  return sqliteDriver({
    run(statement, values) {
      const made = prepare(statement)
      try {
        return resultOf(made, statement, values)
      } catch (error) {
        // A statement of libsql that failed in `get` keeps its values, whatever it is given next.
        prepared.delete(statement)
        opened()
        if (!ends && isBusy(error)) end(client, () => resultOf(made, statement, values))
        throw error
      }
    },
    exec: (text) => void opened().exec(text),
    ask: (text) => ((opened().prepare(text) as Prepared).raw().all() as unknown[][])[0]?.[0],
    inTransaction: () => opened().inTransaction,
  })
}

function resultOf(made: Prepared, statement: Statement, values: readonly Bound[]): Result {
  if (!statement.returns) return { rows: [], count: Number(made.run(...values).changes) }
  const rows = statement.single ? oneOrNone(made.get(...values)) : (made.all(...values) as unknown[][])
  return { rows, count: rows.length }
}

/** Ends a write that is under way by letting it fail for good: until then no other is committed (libsql-js#238). */
function end(client: PreparingClient, write: () => unknown): void {
  client.exec("PRAGMA query_only = ON")
  try {
    write()
  } catch {
    // Read-only, as it should be.
  } finally {
    client.exec("PRAGMA query_only = OFF")
  }
}

/** The rows of a statement that has one at most. */
export const oneOrNone = (row: unknown): unknown[][] =>
  row === undefined || row === null ? [] : [row as unknown[]]
