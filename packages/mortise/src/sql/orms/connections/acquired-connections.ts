import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { Driver } from "../../driver.ts"
import { mysql2Driver } from "../../drivers/mysql2/mysql2-client.ts"
import {
  type Mysql2Connection,
  type Connections as Mysql2Connections,
  onConnection,
} from "../../drivers/mysql2/mysql2-pool.ts"
import { describePg } from "../../drivers/pg/pg-client.ts"
import { overPool, type PgConnection, pgDriver, type Take } from "../../drivers/pg/pg-driver.ts"
import { describeMysql } from "../../engines/mysql/describe-mysql.ts"
import { endsConnection } from "../../engines/mysql/ends-transaction.ts"
import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import { type PreparingClient, preparingDriver } from "../../engines/sqlite/sync-connection.ts"
import { addErrorContext } from "../../errors/error-context.ts"
import type { SqlClient } from "../../sql-client.ts"
import { withConnection } from "../../transactions/pooled-connections.ts"

/** An ORM's pool, which lends the connections of a database client. */
export type ConnectionSource = {
  /** Takes a connection: a `Client` of pg, a callback connection of mysql2, or a `Database` of better-sqlite3 or libsql. */
  acquire(): Promise<object>
  /** Returns a connection. The pool must not lend a lost one again. */
  release(connection: object, isLost: boolean): unknown
}

/** Describes an ORM's pool: our driver runs on each connection that the pool lends. */
export function describeAcquired(factory: string, engine: EngineName, source: ConnectionSource): SqlClient {
  switch (engine) {
    case "postgres":
      return describePg(factory, pgDriver(overPool(pgConnections(source)), true))
    case "mysql":
      return describeMysql(factory, mysql2Driver(mysql2Connections(source)))
    case "sqlite":
      return describeSqlite(factory, sqliteDriver(factory, source))
  }
}

const pgConnections =
  ({ acquire, release }: ConnectionSource): Take =>
  (then, fail) => {
    acquire().then(
      (connection) => then(connection as PgConnection, (isLost) => void release(connection, isLost)),
      fail,
    )
  }

function mysql2Connections({ acquire, release }: ConnectionSource): Mysql2Connections {
  const connect = async () => {
    const connection = (await acquire()) as Mysql2Connection
    return {
      ...onConnection(connection),
      release: () => void release(connection, false),
      destroy() {
        connection.destroy()
        release(connection, true)
      },
    }
  }
  const pool = { connect, destroysBusy: true, endsConnection }
  return {
    connect,
    execute: (text, values, call) =>
      withConnection(pool, (connection) => connection.execute(text, values), call),
  }
}

const unavailable = (error: unknown): never => {
  throw addErrorContext(error, { code: "unavailable" })
}

/** Each call has a connection to itself, so it never joins one of the application's transactions by accident. */
function sqliteDriver(factory: string, { acquire, release }: ConnectionSource): Driver {
  const use = async <T>(work: (driver: Driver) => T): Promise<Awaited<T>> => {
    const connection = await acquire().catch(unavailable)
    try {
      return await work(sqliteConnection(factory, connection))
    } finally {
      release(connection, false)
    }
  }
  return {
    run: (statement, values) => use((driver) => driver.run(statement, values)),
    batch: (steps) => use((driver) => driver.batch(steps)),
  }
}

const preparing = perClient((database: PreparingClient) => preparingDriver(database, "sync" in database))

/** The driver of one connection to SQLite: a `Database` of better-sqlite3, or of libsql, which has `sync`. */
export function sqliteConnection(factory: string, connection: object): Driver {
  if (!("prepare" in connection && "inTransaction" in connection))
    throwInvalid(`${factory} runs on SQLite through better-sqlite3 or libsql: use one of them.`)
  return preparing(connection as PreparingClient)
}
