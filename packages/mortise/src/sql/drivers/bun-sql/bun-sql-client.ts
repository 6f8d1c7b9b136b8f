import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { Driver } from "../../driver.ts"
import { describeMysql } from "../../engines/mysql/describe-mysql.ts"
import { mysqlEnds } from "../../engines/mysql/ends-transaction.ts"
import { describePostgres } from "../../engines/postgres/describe-postgres.ts"
import { postgresEnds } from "../../engines/postgres/ends-transaction.ts"
import { describeSqlite } from "../../engines/sqlite/describe-sqlite.ts"
import { type ClientKind, defineClient, type SqlClient } from "../../sql-client.ts"
import { type Beginning, fileDriver, joinFile } from "./file-driver.ts"
import type { Querying } from "./query.ts"
import { joinServer, mysqlDriver, postgresDriver, type Reserving } from "./server-driver.ts"

/** The part of Bun's `SQL`, or of its transactions, that Mortise uses. */
export type BunSqlClient = Querying &
  Beginning &
  Reserving & { readonly options: { readonly adapter?: string | undefined } }

const shape = {
  factory: "bunSqlAdapter",
  takes: "a SQL of Bun or one of its transactions: bunSqlAdapter(new SQL(url))",
  has: ["unsafe", "reserve", "begin", "beginDistributed", "options"],
  // A reserved connection.
  lacks: ["release"],
}

/** One engine of Bun's `SQL`. */
type BunEngine = {
  /** The driver of a client. */
  open(client: BunSqlClient): Driver
  /** The driver inside a transaction. */
  join(transaction: Querying): Driver
  describe(factory: string, driver: Driver): SqlClient
}

const onPostgres: BunEngine = {
  open: postgresDriver,
  join: (transaction) => joinServer(transaction, postgresEnds),
  describe: describePostgres,
}

const onMysql: BunEngine = {
  open: mysqlDriver,
  join: (transaction) => joinServer(transaction, mysqlEnds),
  describe: describeMysql,
}

const onSqlite: BunEngine = {
  open: fileDriver,
  join: joinFile,
  describe: describeSqlite,
}

const engines: Readonly<Record<string, BunEngine>> = {
  postgres: onPostgres,
  mysql: onMysql,
  mariadb: onMysql,
  sqlite: onSqlite,
}

function findEngine({ options }: BunSqlClient): BunEngine {
  const engine = engines[options.adapter ?? ""]
  if (engine) return engine
  throwInvalid(
    "bunSqlAdapter takes a SQL for PostgreSQL, MySQL, MariaDB or SQLite: check its `adapter` option.",
  )
}

export const bunSql: ClientKind<BunSqlClient> = defineClient(
  shape,
  (client) => {
    const { open, join } = findEngine(client)
    return "savepoint" in client ? join(client) : open(client)
  },
  (factory, driver, client) => (client ? findEngine(client) : onPostgres).describe(factory, driver),
)

/** A client that comes late. Its engine must be known before, so it is PostgreSQL. */
export const lateBunSql: ClientKind<BunSqlClient> = {
  ...bunSql,
  getDriver(client) {
    const driver = bunSql.getDriver(client)
    if (findEngine(client) === onPostgres) return driver
    throwInvalid(
      "bunSqlAdapter takes a function for PostgreSQL only: pass the SQL itself, which connects at its first statement.",
    )
  },
}
