import { PGlite } from "@electric-sql/pglite"
import { createPool as createMariadbPool } from "mariadb"
import { createPool, type Pool as MysqlPool } from "mysql2/promise"
import { Pool } from "pg"
import postgres from "postgres"
import { openPostgres18 } from "../../../workshop/src/servers/embedded-postgres.ts"
import { execute as onMariadb, openMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { execute as onPostgres, openPostgres } from "../../../workshop/src/servers/postgres.ts"
import type { Server } from "../../../workshop/src/servers/server.ts"
import type { Schema } from "../../src/contract/schema.ts"
import type { SqlAdapter } from "../../src/index.ts"
import { mariadbAdapter } from "../../src/stores/sql/adapters/mariadb-adapter.ts"
import { type Mysql2Client, mysql2Adapter } from "../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { pgliteAdapter } from "../../src/stores/sql/adapters/pglite-adapter.ts"
import { postgresAdapter } from "../../src/stores/sql/adapters/postgres-adapter.ts"
import type { SqlOptions } from "../../src/stores/sql/sql-adapter.ts"
import { mysqlTables, postgresTables } from "./tables.ts"

/** A client of a database, and the adapters on it. */
export type Connected = {
  adapter(options?: SqlOptions): SqlAdapter
  close(): Promise<unknown>
}

/** A client library with the server that it is tested on. */
export type Engine = {
  readonly name: string
  serve(): Promise<Server>
  /** Creates the tables of a schema in an empty database. */
  createTables(url: string, schema?: Schema): Promise<void>
  /** Runs statements on a separate connection. */
  execute(url: string, ...statements: readonly string[]): Promise<void>
  /** The statements that create a database user `reader`, who may only read the users table. */
  limitedUser(database: string): readonly string[]
  /** Whether a closed client opens again at its next call. */
  readonly reopens?: boolean
  /** A client with at most this many connections. */
  connect(url: string, connections?: number): Connected
}

/** The URL of a new database with the tables of a schema. */
export async function newDatabase(
  { createTables }: Pick<Engine, "createTables">,
  server: Pick<Server, "database">,
  schema?: Schema,
): Promise<string> {
  const url = await server.database()
  await createTables(url, schema)
  return url
}

const onPostgresServer = {
  serve: openPostgres,
  createTables: (url: string, schema?: Schema) => onPostgres(url, postgresTables(schema).join(";\n")),
  execute: onPostgres,
  limitedUser: () => [
    "DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
    "GRANT SELECT ON users TO reader",
  ],
}
const onMariadbServer = {
  serve: openMariadb,
  createTables: (url: string, schema?: Schema) => onMariadb(url, ...mysqlTables(schema)),
  execute: onMariadb,
  limitedUser: (database: string) => [
    "CREATE USER IF NOT EXISTS reader IDENTIFIED BY 'reader'",
    `GRANT SELECT ON ${database}.users TO reader`,
  ],
}

export const pg: Engine = {
  name: "pg",
  ...onPostgresServer,
  connect(url, max = 10) {
    const pool = new Pool({ connectionString: url, max })
    return { adapter: (options) => pgAdapter(pool, options), close: () => pool.end() }
  },
}

export const pgOn18: Engine = { ...pg, name: "pg on PostgreSQL 18", serve: openPostgres18 }

export const postgresJs: Engine = {
  name: "postgres",
  ...onPostgresServer,
  connect(url, max = 10) {
    const sql = postgres(url, { max, fetch_types: false, onnotice: () => {} })
    return { adapter: (options) => postgresAdapter(sql, options), close: () => sql.end({ timeout: 1 }) }
  },
}

export const mysql2: Engine = {
  name: "mysql2",
  ...onMariadbServer,
  connect(url, connectionLimit = 10) {
    const pool = createPool({ uri: url, connectionLimit })
    return { adapter: (options) => mysql2Adapter(pool, options), close: () => pool.end() }
  },
}

/** MariaDB used like MySQL: without RETURNING. */
export const mysql2AsMysql: Engine = {
  name: "mysql2 as on MySQL",
  ...onMariadbServer,
  connect(url, connectionLimit = 10) {
    const pool = createPool({ uri: url, connectionLimit })
    const client = posingAsMysql(pool)
    return { adapter: (options) => mysql2Adapter(client, options), close: () => pool.end() }
  },
}

/** The same pool, but the server reports the version of MySQL. */
export const posingAsMysql = (pool: MysqlPool): Mysql2Client => ({
  async execute(query, values) {
    const [rows, fields] = await pool.execute(query, values)
    if (query.sql.includes("VERSION()")) for (const row of rows as unknown[][]) row[0] = "8.4.0"
    return [rows, fields]
  },
  query: (text) => pool.query(text),
  getConnection: () => pool.getConnection(),
})

export const mariadb: Engine = {
  name: "mariadb",
  ...onMariadbServer,
  connect(url, connectionLimit = 10) {
    // The connector keeps connecting until this timeout, even if the connection is refused.
    return onMariadbPool(url, `connectionLimit=${connectionLimit}&acquireTimeout=3000`)
  },
}

/** Waits longer for connections than the defaults of the connector, for servers on a busy machine. */
export const patientMariadb: Engine = {
  ...mariadb,
  connect: (url) => onMariadbPool(url, "connectTimeout=20000&acquireTimeout=30000&pingTimeout=20000"),
}

function onMariadbPool(url: string, settings: string): Connected {
  const pool = createMariadbPool(`${url.replace(/^mysql:/, "mariadb:")}?${settings}`)
  return { adapter: (options) => mariadbAdapter(pool, options), close: () => pool.end() }
}

/** All engines with a server, for processes that get an engine by name. */
export const engines: readonly Engine[] = [pg, pgOn18, postgresJs, mysql2, mysql2AsMysql, mariadb]

/** PostgreSQL in this process, with a new in-memory database. */
export async function openPglite(schema?: Schema): Promise<Connected> {
  const client = await PGlite.create()
  for (const text of postgresTables(schema)) await client.exec(text)
  return { adapter: (options) => pgliteAdapter(client, options), close: () => client.close() }
}
