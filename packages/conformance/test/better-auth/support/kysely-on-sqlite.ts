import { kyselyAdapter } from "@better-auth/kysely-adapter"
import type { BetterAuthOptions, DBAdapter } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { Kysely, SqliteDialect } from "kysely"
import Database from "libsql"
import type { BetterAuthSetup } from "../../../src/suites/better-auth/index.ts"

/** A setup on a SQLite database in memory. */
export type SqliteSetup = Omit<BetterAuthSetup, "database" | "migrate"> & {
  database(options: BetterAuthOptions): DBAdapter
  migrate(options: BetterAuthOptions): Promise<void>
  readonly sqlite: { exec(text: string): unknown }
}

type Keys = {
  /** Whether an account can be linked once only, which Better Auth's own tables do not ensure. */
  readonly accountKey?: boolean
  /** Whether a user's address is unique. */
  readonly uniqueAddress?: boolean
}

/** Better Auth's Kysely adapter on a new SQLite database in memory. */
export function kyselyOnSqlite({ accountKey = true, uniqueAddress = true }: Keys = {}): SqliteSetup {
  const sqlite = new Database(":memory:")
  const db = new Kysely({ dialect: new SqliteDialect({ database: sqlite }) })
  return {
    sqlite,
    database: kyselyAdapter(db, { type: "sqlite", transaction: true }),
    async migrate(options) {
      const { compileMigrations } = await getMigrations({ ...options, database: { db, type: "sqlite" } })
      const text = await compileMigrations()
      sqlite.exec(
        uniqueAddress ? text : text.replace('"email" text not null unique', '"email" text not null'),
      )
      if (accountKey) sqlite.exec("create unique index account_key on account (providerId, accountId)")
    },
    close: () => db.destroy(),
  }
}
