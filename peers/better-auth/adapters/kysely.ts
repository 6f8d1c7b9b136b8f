import type { BetterAuthOptions } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { Kysely, SqliteDialect } from "kysely"
import { createPool } from "mysql2/promise"
import { openLibsql } from "../../../packages/workshop/src/official/open-libsql.ts"
import { openPool } from "../open-pool.ts"
import type { BetterAuthPeer } from "../peer.ts"
import { peerOptions } from "../peer-options.ts"

/** Creates the tables as `npx auth migrate` does. */
async function migrate(database: BetterAuthOptions["database"]): Promise<void> {
  const { runMigrations } = await getMigrations({ ...peerOptions, database })
  await runMigrations()
}

async function onSqlite() {
  const sqlite = openLibsql(":memory:")
  const dialect = new SqliteDialect({ database: sqlite })
  // What Better Auth makes of a client of better-sqlite3, but shared by all instances of Better Auth: each of them would
  // make its own, and only one can hold the connection.
  const database = { db: new Kysely<object>({ dialect }), type: "sqlite", transaction: true } as const
  await migrate(database)
  return { database, close: () => sqlite.close() }
}

async function onPostgres(url: string) {
  const database = openPool(url)
  await migrate(database)
  return { database, close: () => database.end() }
}

async function onMariadb(url: string) {
  const database = createPool(url)
  await migrate(database)
  return { database, close: () => database.end() }
}

const note = "The client is the value of `database`, and Better Auth's own migrations make the tables."

export const peer = {
  package: "@better-auth/kysely-adapter",
  from: "Better Auth",
  stores: {
    sqlite: { clients: ["libsql"], note: `In memory. ${note}`, open: onSqlite },
    postgres: { clients: ["pg"], note, open: onPostgres },
    mariadb: { clients: ["mysql2"], note, open: onMariadb },
  },
} satisfies BetterAuthPeer
