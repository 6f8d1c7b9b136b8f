import { throwInvalid } from "../../../contract/throw-invalid.ts"
import { limitConcurrency } from "../../../shared/limit-concurrency.ts"
import type { Bound, Result, Statement } from "../../driver.ts"
import type { SqlClient } from "../../sql-client.ts"
import { isRead, statement } from "../../statement.ts"
import { type Run, textSavepoint } from "../../transactions/joined-driver.ts"
import type { Scope } from "../../transactions/turns.ts"
import { describeJoined, describeRaw } from "../connections/describe-client.ts"

type Done = (this: { readonly changes: number }, error: Error | null, rows?: object[]) => void
type Send = (text: string, values: readonly Bound[], done: Done) => unknown

/** The part of sqlite3's `Database` that is used. Only `all` passes rows, and only `run` sets `changes`. */
type Sqlite3 = { readonly all: Send; readonly run: Send }

type SequelizeOnSqlite = {
  readonly options: { readonly storage?: string; readonly foreignKeys?: boolean }
  readonly connectionManager: { getConnection(options: object): Promise<Sqlite3> }
  transaction<T>(
    options: { type: "IMMEDIATE" },
    work: (transaction: { connection: Sqlite3 }) => Promise<T>,
  ): Promise<T>
}

/** Describes Sequelize on SQLite. Its client is sqlite3, for which we have no driver of our own. */
export function describeSqlite3(sequelize: object): SqlClient {
  const { options, connectionManager, transaction } = sequelize as SequelizeOnSqlite
  if (options.storage === undefined || options.storage === ":memory:")
    throwInvalid(
      "sequelizeAdapter needs a file on SQLite, because Sequelize has only one connection to an in-memory database: set the option storage of new Sequelize.",
    )
  if (options.foreignKeys === false)
    throwInvalid(
      "sequelizeAdapter needs foreign keys, so that rows which refer to a deleted one are deleted: remove foreignKeys: false from the options of new Sequelize.",
    )
  const run: Run = async (...step) => runOn(await connectionManager.getConnection({}), ...step)
  // A transaction has its own connection. Our writes take turns, because only one connection can hold the lock.
  const inTurn = limitConcurrency(1)
  return describeRaw("Sequelize", "sqlite", {
    run: (statement, values) =>
      isRead(statement) ? run(statement, values) : inTurn(() => run(statement, values)),
    transaction: (work) =>
      inTurn(() =>
        transaction.call(sequelize, { type: "IMMEDIATE" }, ({ connection }) =>
          work((...step) => runOn(connection, ...step)),
        ),
      ) as ReturnType<typeof work>,
  })
}

/** Describes a transaction of Sequelize on SQLite. */
export function joinSqlite3(connection: () => object, scope: Scope): SqlClient {
  const run: Run = async (...step) => runOn(connection() as Sqlite3, ...step)
  const execute = (text: string) => run(statement(text), [])
  return describeJoined("Sequelize", "sqlite", { run, savepoint: textSavepoint(run, execute), scope })
}

const runOn = (
  connection: Sqlite3,
  { text, returns }: Statement,
  values: readonly Bound[],
): Promise<Result> =>
  new Promise((resolve, reject) => {
    connection[returns ? "all" : "run"](text, values, function (error, rows = []) {
      if (error) reject(error)
      else resolve({ rows: rows.map(Object.values), count: returns ? rows.length : this.changes })
    })
  })
