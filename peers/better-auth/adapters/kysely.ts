import type { BetterAuthOptions } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { Kysely, SqliteDialect } from "kysely"
import { createPool } from "mysql2/promise"
import { openLibsql } from "../../sqlite/open-libsql.ts"
import { hasTables, type OpenClient } from "../open-on.ts"
import { openPool } from "../open-pool.ts"
import { peerOptions } from "../peer-options.ts"

/** Creates the tables as `npx auth migrate` does. */
async function migrate(database: BetterAuthOptions["database"]): Promise<void> {
  const { runMigrations } = await getMigrations({ ...peerOptions, database })
  await runMigrations()
}

export async function onSqlite() {
  const sqlite = openLibsql(":memory:")
  const dialect = new SqliteDialect({ database: sqlite })
  // What Better Auth makes of a client of better-sqlite3, but shared by all instances of Better Auth: each of them would
  // make its own, and only one can hold the connection.
  const database = { db: new Kysely<object>({ dialect }), type: "sqlite", transaction: true } as const
  await migrate(database)
  return { database, ...hasTables, close: () => sqlite.close() }
}

export async function onPostgres(url: string): Promise<OpenClient> {
  const database = openPool(url)
  await migrate(database)
  return { database, close: () => database.end() }
}

export async function onMariadb(url: string): Promise<OpenClient> {
  const database = createPool(url)
  await migrate(database)
  return { database, close: () => database.end() }
}
