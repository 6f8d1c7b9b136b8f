import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import { closedClientError, sqliteDriver } from "./connection.ts"
import { isBusy } from "./violation.ts"

type Prepared = {
  raw(): { all(...values: Bound[]): unknown[] }
  all(...values: Bound[]): unknown[]
  get(...values: Bound[]): unknown
  run(...values: Bound[]): { changes: number | bigint }
}

/** The interface that better-sqlite3 and libsql share. */
export type PreparingClient = {
  prepare(text: string): object
  exec(text: string): unknown
  readonly inTransaction: boolean
  readonly open?: boolean
}

/**
 * A driver over a synchronous client that prepares statements and returns rows as arrays. `leavesWritesOpen` is for
 * a client in which a write that finds the file locked stays open.
 */
export function preparingDriver(client: PreparingClient, leavesWritesOpen = false): Driver {
  const cache = new WeakMap<Statement, Prepared>()
  // After it is closed, libsql still runs prepared statements, and crashes the process when it prepares another one.
  const checkOpen = (): PreparingClient => {
    if (client.open === false) throw closedClientError()
    return client
  }
  const prepare = (statement: Statement): Prepared => {
    const existing = cache.get(statement)
    // better-sqlite3 itself refuses a statement of a closed database, so only libsql has to be asked.
    if (existing && (!leavesWritesOpen || checkOpen())) return existing
    const prepared = checkOpen().prepare(statement.text) as Prepared
    if (statement.returns) prepared.raw()
    cache.set(statement, prepared)
    return prepared
  }
  return sqliteDriver({
    run(statement, values) {
      const prepared = prepare(statement)
      try {
        return runPrepared(prepared, statement, values)
      } catch (error) {
        // After a failed `get`, a statement of libsql keeps its old values, whatever is bound next.
        cache.delete(statement)
        checkOpen()
        if (leavesWritesOpen && isBusy(error))
          endWrite(client, () => runPrepared(prepared, statement, values))
        throw error
      }
    },
    exec: (text) => void checkOpen().exec(text),
    ask: (text) => ((checkOpen().prepare(text) as Prepared).raw().all() as unknown[][])[0]?.[0],
    inTransaction: () => checkOpen().inTransaction,
  })
}

function runPrepared(prepared: Prepared, statement: Statement, parameters: readonly Bound[]): Result {
  // libsql takes a single null for an object with named parameters, but accepts a list.
  const values = parameters.length === 1 && parameters[0] === null ? [parameters as never] : parameters
  if (!statement.returns) return { rows: [], count: Number(prepared.run(...values).changes) }
  const rows = statement.single
    ? atMostOneRow(prepared.get(...values))
    : (prepared.all(...values) as unknown[][])
  return { rows, count: rows.length }
}

/** Ends an open write by making it fail: until then, no other write is committed (libsql-js#238). */
function endWrite(client: PreparingClient, write: () => unknown): void {
  client.exec("PRAGMA query_only = ON")
  try {
    write()
  } catch {
    // Expected: the connection is read-only now.
  } finally {
    client.exec("PRAGMA query_only = OFF")
  }
}

/** The row of a statement that returns at most one, as a list. */
export const atMostOneRow = (row: unknown): unknown[][] =>
  row === undefined || row === null ? [] : [row as unknown[]]
