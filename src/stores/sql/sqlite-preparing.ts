import type { Bound, Driver, Statement } from "./driver.ts"
import { sqliteDriver } from "./sqlite-connection.ts"

type Prepared = {
  raw(): { all(...values: Bound[]): unknown[] }
  all(...values: Bound[]): unknown[]
  run(...values: Bound[]): { changes: number | bigint }
}

/** What better-sqlite3 and libsql have in common. */
export type PreparingClient = {
  prepare(text: string): object
  exec(text: string): unknown
  readonly inTransaction: boolean
}

/** A driver over a client that prepares statements and answers at once with positional rows. */
export function preparingDriver(client: PreparingClient): Driver {
  const prepared = new Map<Statement, Prepared>()
  const prepare = (statement: Statement): Prepared => {
    const known = prepared.get(statement)
    if (known) return known
    const made = client.prepare(statement.text) as Prepared
    if (statement.returns) made.raw()
    prepared.set(statement, made)
    return made
  }
  return sqliteDriver({
    run(statement, values) {
      const made = prepare(statement)
      if (!statement.returns) return { rows: [], count: Number(made.run(...values).changes) }
      const rows = made.all(...values) as unknown[][]
      return { rows, count: rows.length }
    },
    exec: (text) => void client.exec(text),
    ask: (text) => ((client.prepare(text) as Prepared).raw().all() as unknown[][])[0]?.[0],
    inTransaction: () => client.inTransaction,
  })
}
