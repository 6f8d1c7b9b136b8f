import "../../../../workshop/src/official/as-deployed.ts"
import { readFile } from "node:fs/promises"
import type { Adapter as AuthAdapter } from "@auth/core/adapters"
import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { createClient } from "@libsql/client"
import { drizzle as onLibsql } from "drizzle-orm/libsql"
import { drizzle as onMysql2 } from "drizzle-orm/mysql2"
import { drizzle as onPg } from "drizzle-orm/node-postgres"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import type { SqlAdapter } from "../../../src/index.ts"
import { type DrizzleTables, drizzleAdapter } from "../../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
import type { EngineName } from "../presets/official-adapters.ts"
import * as mysql from "./documented-mysql.ts"
import * as postgres from "./documented-postgres.ts"
import * as sqlite from "./documented-sqlite.ts"

/** The official adapter and ours on one database of Drizzle, given the same options. */
export type Both = { readonly official: AuthAdapter; readonly ours: SqlAdapter; close(): Promise<unknown> }

/** The application of the documentation on one engine. */
export type Documented = {
  readonly engine: EngineName
  statements(): Promise<readonly string[]>
  open(url: string): Both
}

const files = (...paths: readonly string[]) =>
  Promise.all(paths.map((path) => readFile(new URL(`../../../../../${path}`, import.meta.url), "utf8")))

const optionsOf = <
  T extends Record<"users" | "accounts" | "sessions" | "verificationTokens" | "authenticators", unknown>,
>(
  tables: T,
) => ({
  usersTable: tables.users as T["users"],
  accountsTable: tables.accounts as T["accounts"],
  sessionsTable: tables.sessions as T["sessions"],
  verificationTokensTable: tables.verificationTokens as T["verificationTokens"],
  authenticatorsTable: tables.authenticators as T["authenticators"],
})

const quiet = { onWarning: () => {} }
const ofMortise = (db: Parameters<typeof drizzleAdapter>[0], tables: DrizzleTables): SqlAdapter =>
  drizzleAdapter(db, { ...tables, ...quiet }) as SqlAdapter

export const documented: readonly Documented[] = [
  {
    engine: "postgres",
    statements: () =>
      files(
        "packages/workshop/src/official/schemas/drizzle-postgres.sql",
        "packages/workshop/src/official/schemas/drizzle-postgres-passkeys.sql",
      ),
    open(url) {
      const client = new Pool({ connectionString: url })
      const [db, tables] = [onPg({ client }), optionsOf(postgres)]
      return { official: DrizzleAdapter(db, tables), ours: ofMortise(db, tables), close: () => client.end() }
    },
  },
  {
    engine: "mysql",
    statements: () =>
      files(
        "packages/workshop/src/official/schemas/drizzle-mariadb.sql",
        "packages/workshop/src/official/schemas/drizzle-mariadb-passkeys.sql",
      ),
    open(url) {
      const client = createPool(url)
      const [db, tables] = [onMysql2({ client }), optionsOf(mysql)]
      return { official: DrizzleAdapter(db, tables), ours: ofMortise(db, tables), close: () => client.end() }
    },
  },
  {
    engine: "sqlite",
    statements: () => files("packages/workshop/src/official/schemas/drizzle.sql"),
    open(url) {
      const client = createClient({ url })
      const [db, tables] = [onLibsql({ client }), optionsOf(sqlite)]
      const close = async () => client.close()
      return { official: DrizzleAdapter(db, tables), ours: ofMortise(db, tables), close }
    },
  },
]
