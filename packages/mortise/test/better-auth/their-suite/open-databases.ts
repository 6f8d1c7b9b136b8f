import { PGlite } from "@electric-sql/pglite"
import { createClient } from "@libsql/client"
import { Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from "kysely"
import Database from "libsql"
import { createPool as createMariadbPool } from "mariadb"
import { createPool as createCallbackPool } from "mysql2"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import postgres from "postgres"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { posingAsMysql } from "../../support/engines.ts"
import type { SuiteDatabase } from "./run-their-suite.ts"
import { dropSqliteTables } from "./sqlite-tables.ts"

/** A database with its URL, for other clients. */
export type OpenedDatabase = SuiteDatabase & { readonly url: string }

const emptySchema = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"

/** PostgreSQL, through one of its clients. */
export async function openOnPostgres(client: "pg" | "postgres"): Promise<OpenedDatabase> {
  const server = await openPostgres()
  const url = await server.database()
  const pool = new Pool({ connectionString: url })
  const other = client === "postgres" ? postgres(url, { onnotice: () => {} }) : undefined
  return {
    url,
    client: other ?? pool,
    migrations: { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), type: "postgres" },
    batches: true,
    reset: () => pool.query(emptySchema),
    async close() {
      await other?.end()
      await pool.end()
      await server.close()
    },
  }
}

export async function openPglite(): Promise<SuiteDatabase> {
  const client = await PGlite.create()
  const connection = {
    async query(text: string, values: readonly unknown[]) {
      const { rows, affectedRows = 0 } = await client.query(text, [...values])
      return { command: text.split(" ")[0], rowCount: affectedRows, rows }
    },
    release: () => {},
  }
  const pool = { connect: async () => connection, end: async () => {} }
  return {
    client,
    migrations: {
      db: new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) }),
      type: "postgres",
    },
    batches: false,
    reset: () => client.exec(emptySchema),
    close: () => client.close(),
  }
}

/** MariaDB, through one of its clients, or used like MySQL: without RETURNING. */
export async function openOnMysql(
  client: "mysql2" | "mariadb" | "mysql2 as on MySQL",
): Promise<OpenedDatabase> {
  const server = await openMariadb()
  const url = await server.database()
  const pool = createPool({ uri: url, timezone: "Z" })
  const forMigrations = createCallbackPool({ uri: url })
  const other = client === "mariadb" ? createMariadbPool(url.replace(/^mysql:/, "mariadb:")) : undefined
  const db = new Kysely<unknown>({ dialect: new MysqlDialect({ pool: forMigrations }) })
  return {
    url,
    client: other ?? (client === "mysql2" ? pool : posingAsMysql(pool)),
    migrations: { db, type: "mysql" },
    batches: true,
    reset: () => dropTables(pool),
    async close() {
      await other?.end()
      await db.destroy()
      await pool.end()
      await server.close()
    },
  }
}

async function dropTables(pool: ReturnType<typeof createPool>): Promise<void> {
  const connection = await pool.getConnection()
  const [tables] = await connection.query(
    "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()",
  )
  await connection.query("SET FOREIGN_KEY_CHECKS = 0")
  for (const { name } of tables as { name: string }[]) await connection.query(`DROP TABLE \`${name}\``)
  await connection.query("SET FOREIGN_KEY_CHECKS = 1")
  connection.release()
}

function onFile(file: string) {
  const database = new Database(file)
  return {
    database,
    migrations: {
      db: new Kysely<unknown>({ dialect: new SqliteDialect({ database: database as never }) }),
      type: "sqlite" as const,
    },
    batches: false,
    reset: async () => dropSqliteTables(database),
  }
}

export async function openLibsql(): Promise<SuiteDatabase> {
  const { database, ...rest } = onFile(":memory:")
  return { client: database, ...rest, close: async () => database.close() }
}

/** The asynchronous client of libSQL, on a file. */
export async function openLibsqlClient(): Promise<OpenedDatabase> {
  const { folder, remove } = quickFolder()
  const { database, ...rest } = onFile(`${folder}/auth.db`)
  const url = `file:${folder}/auth.db`
  const client = createClient({ url })
  return {
    url,
    client,
    ...rest,
    async close() {
      client.close()
      database.close()
      remove()
    },
  }
}
