import { LibsqlDialect } from "@libsql/kysely-libsql"
import { Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from "kysely"
import Database from "libsql"
import { createPool } from "mysql2"
import { Pool } from "pg"
import { kyselyStores } from "../kysely/stores-of.ts"

// As pg requires: without a listener, an idle connection that dies ends the process.
const poolOf = (url: string, max = 10) => new Pool({ connectionString: url, max }).on("error", () => {})

/** Kysely 0.29 on every engine. */
export const stores = kyselyStores("Kysely 0.29", {
  postgres: (url, max) => new Kysely({ dialect: new PostgresDialect({ pool: poolOf(url, max) }) }),
  mysql: (uri, connectionLimit = 10) =>
    new Kysely({ dialect: new MysqlDialect({ pool: createPool({ uri, connectionLimit }) }) }),
  sqlite: (url) =>
    new Kysely({ dialect: new SqliteDialect({ database: new Database(url.replace(/^file:/, "")) }) }),
  libsql: (url) => new Kysely({ dialect: new LibsqlDialect({ url }) }),
})
