import type { Bound, Driver, Statement } from "../../driver.ts"
import { sqliteDriver } from "../../engines/sqlite/connection.ts"
import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import { atMostOneRow } from "../../engines/sqlite/sync-connection.ts"
import { type ClientKind, defineClient } from "../../sql-client.ts"

type Prepared = {
  setReturnArrays(enabled: boolean): void
  all(...values: Bound[]): unknown[]
  get(...values: Bound[]): unknown
  run(...values: Bound[]): { changes: number | bigint }
}

/** The part of a `node:sqlite` `DatabaseSync` that Mortise uses; Node 22.16 or later. */
export type NodeSqliteClient = {
  prepare(text: string): object
  exec(text: string): void
  readonly isTransaction?: boolean
}

const shape = {
  factory: "nodeSqliteAdapter",
  takes: 'a DatabaseSync of node:sqlite: nodeSqliteAdapter(new DatabaseSync("auth.db"))',
  has: ["prepare", "exec"],
  lacks: ["inTransaction", "execute"],
}

function open(client: NodeSqliteClient): Driver {
  const made = new WeakMap<Statement, Prepared>()
  const prepare = (text: string): Prepared => {
    const prepared = client.prepare(text) as Prepared
    prepared.setReturnArrays(true)
    return prepared
  }
  return sqliteDriver({
    run(statement, values) {
      const prepared = made.get(statement) ?? prepare(statement.text)
      made.set(statement, prepared)
      if (!statement.returns) return { rows: [], count: Number(prepared.run(...values).changes) }
      const rows = statement.single
        ? atMostOneRow(prepared.get(...values))
        : (prepared.all(...values) as unknown[][])
      return { rows, count: rows.length }
    },
    exec: (text) => client.exec(text),
    ask: (text) => (prepare(text).all() as unknown[][])[0]?.[0],
    inTransaction: () => client.isTransaction === true,
  })
}

export const nodeSqlite: ClientKind<NodeSqliteClient> = defineClient(shape, open, describeSqlite)
