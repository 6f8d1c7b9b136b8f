import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { Bound, Driver, Result, Statement } from "../../driver.ts"
import { describeMysql } from "../../engines/mysql/describe-mysql.ts"
import { endsConnection, mysqlEnds } from "../../engines/mysql/ends-transaction.ts"
import { type ClientKind, defineClient } from "../../sql-client.ts"
import { inTransaction, interactiveOn, withConnection } from "../../transactions/pooled-connections.ts"

type Header = { affectedRows: number; insertId: number | bigint }
type Answer = readonly [rows: unknown[][] | Header, columns: unknown]
type Query = ReturnType<typeof toQuery>
type Connection = {
  execute(query: Query, values: never[]): Promise<unknown>
  query(text: string): Promise<unknown>
}

/** The part of a `mariadb` pool that Mortise uses. */
export type MariadbClient = Connection & {
  getConnection(): Promise<Connection & { release(): Promise<void>; destroy(): void }>
}

// Overrides the pool's options, so that answers always have the form that is read here.
const toQuery = (sql: string) =>
  ({ sql, rowsAsArray: true, metaAsArray: true, nestTables: false, namedPlaceholders: false }) as const

const run = (on: Connection, { text }: Statement, values: readonly Bound[]): Promise<Result> =>
  on.execute(toQuery(text), values as never[]).then((answer) => toResult(answer as Answer))

function toResult([answer]: Answer): Result {
  if (Array.isArray(answer)) return { rows: answer, count: answer.length }
  return { rows: [], count: answer.affectedRows, insertId: answer.insertId }
}

const shape = {
  factory: "mariadbAdapter",
  takes: 'a pool of mariadb: mariadbAdapter(createPool("mariadb://localhost/app"))',
  has: ["getConnection", "execute"],
  lacks: ["pool", "promise"],
}

const discardMs = 60_000

function open(client: MariadbClient): Driver {
  // A mariadb/callback pool takes a callback here.
  if (client.getConnection.length > 0)
    throwInvalid(
      "mariadbAdapter takes a pool of promises: pass what createPool of mariadb, not of mariadb/callback, returns.",
    )
  // If a statement runs on a connection, `destroy` opens another one to kill the first by its number. Behind a proxy, that
  // number can be a connection of another client, on another server.
  const pool = { connect: () => client.getConnection(), destroysBusy: false, endsConnection }
  // The pool's `execute` is faster, but it keeps a connection that leads to a read-only server. After such an error,
  // statements run for a while on connections that can be discarded.
  let discardsUntil = 0
  const onPool = (statement: Statement, values: readonly Bound[]): Promise<Result> =>
    run(client, statement, values).catch((error) => {
      if (endsConnection(error)) discardsUntil = Date.now() + discardMs
      throw error
    })
  return {
    tracksCalls: true,
    run: (statement, values, call) =>
      call || Date.now() < discardsUntil
        ? withConnection(pool, (connection) => run(connection, statement, values), call)
        : onPool(statement, values),
    batch: (steps, call) => inTransaction(pool, run, steps, call),
    transaction: interactiveOn(pool, run, mysqlEnds),
  }
}

export const mariadb: ClientKind<MariadbClient> = defineClient(shape, open, describeMysql)
