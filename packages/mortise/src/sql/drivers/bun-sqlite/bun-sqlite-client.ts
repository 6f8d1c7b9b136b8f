import type { Bound, Driver, Statement } from "../../driver.ts"
import { sqliteDriver } from "../../engines/sqlite/connection.ts"
import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import { type ClientKind, defineClient } from "../../sql-client.ts"

type Prepared = {
  values(...values: Bound[]): unknown[][]
  run(...values: Bound[]): { changes: number }
}

/** The part of a `bun:sqlite` `Database` that Mortise uses. */
export type BunSqliteClient = {
  prepare(text: string): object
  exec(text: string): unknown
  readonly inTransaction: boolean
}

const shape = {
  factory: "bunSqliteAdapter",
  takes: 'a Database of bun:sqlite: bunSqliteAdapter(new Database("auth.db"))',
  has: ["prepare", "exec", "inTransaction"],
  lacks: ["execute", "pragma"],
}

function open(client: BunSqliteClient): Driver {
  const made = new WeakMap<Statement, Prepared>()
  const inTransaction = (): boolean => client.inTransaction
  return sqliteDriver({
    run(statement, values) {
      // A closed Bun database still runs prepared statements; this call throws if it is closed.
      inTransaction()
      const prepared = made.get(statement) ?? (client.prepare(statement.text) as Prepared)
      made.set(statement, prepared)
      if (!statement.returns) return { rows: [], count: prepared.run(...values).changes }
      const rows = prepared.values(...values)
      return { rows, count: rows.length }
    },
    exec: (text) => void client.exec(text),
    ask: (text) => (client.prepare(text) as Prepared).values()[0]?.[0],
    inTransaction,
  })
}

export const bunSqlite: ClientKind<BunSqliteClient> = defineClient(shape, open, describeSqlite)
