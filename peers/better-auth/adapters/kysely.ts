import type { BetterAuthOptions } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { SqliteDialect } from "kysely"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { openLibsql } from "../../sqlite/open-libsql.ts"
import { hasTables, type OpenClient } from "../open-on.ts"
import { peerOptions } from "../peer-options.ts"

/** Creates the tables as `npx auth migrate` does. */
async function migrate(database: BetterAuthOptions["database"]): Promise<void> {
  const { runMigrations } = await getMigrations({ ...peerOptions, database })
  await runMigrations()
}

export async function onSqlite() {
  const sqlite = openLibsql(":memory:")
  // What Better Auth makes of a client of better-sqlite3. It does not recognize libSQL's.
  const database = {
    dialect: new SqliteDialect({ database: sqlite }),
    type: "sqlite",
    transaction: true,
  } as const
  await migrate(database)
  return { database, ...hasTables, close: () => sqlite.close() }
}

export async function onPostgres(url: string): Promise<OpenClient> {
  const database = new Pool({ connectionString: url })
  // Without a listener, a lost idle connection ends the process.
  database.on("error", () => {})
  await migrate(database)
  return { database, close: () => database.end() }
}

export async function onMariadb(url: string): Promise<OpenClient> {
  const database = createPool(url)
  await migrate(database)
  return { database, close: () => database.end() }
}
