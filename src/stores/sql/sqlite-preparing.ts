import type { Bound, Driver, Statement } from "./driver.ts"
import { closedClient, sqliteDriver } from "./sqlite-connection.ts"

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

/** A driver over a client that prepares statements and answers at once with positional rows. */
export function preparingDriver(client: PreparingClient): Driver {
  const prepared = new Map<Statement, Prepared>()
  // libsql goes on with what it has prepared after it was closed, and ends the process when asked for more.
  const opened = (): PreparingClient => {
    if (client.open === false) throw closedClient()
    return client
  }
  const prepare = (statement: Statement): Prepared => {
    const open = opened()
    const known = prepared.get(statement)
    if (known) return known
    const made = open.prepare(statement.text) as Prepared
    if (statement.returns) made.raw()
    prepared.set(statement, made)
    return made
  }
  return sqliteDriver({
    run(statement, values) {
      const made = prepare(statement)
      try {
        if (!statement.returns) return { rows: [], count: Number(made.run(...values).changes) }
        const rows = statement.single ? oneOrNone(made.get(...values)) : (made.all(...values) as unknown[][])
        return { rows, count: rows.length }
      } catch (error) {
        // A statement of libsql that failed in `get` keeps its values, whatever it is given next.
        prepared.delete(statement)
        throw error
      }
    },
    exec: (text) => void opened().exec(text),
    ask: (text) => ((opened().prepare(text) as Prepared).raw().all() as unknown[][])[0]?.[0],
    inTransaction: () => opened().inTransaction,
  })
}

/** The rows of a statement that has one at most. */
export const oneOrNone = (row: unknown): unknown[][] =>
  row === undefined || row === null ? [] : [row as unknown[]]
