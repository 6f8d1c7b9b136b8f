import { type Database, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import { type Dialect, MysqlDialect, PostgresDialect, SqliteDialect } from "kysely"
import { createPool } from "mysql2"
import { Pool } from "pg"
import { openLibsql } from "../../packages/workshop/src/official/open-libsql.ts"
import { readSchema } from "../../packages/workshop/src/official/schemas/read-schema.ts"
import type { AuthJsPeer } from "../peer.ts"

function openOn(dialect: Dialect) {
  const db = new KyselyAuth<Database>({ dialect })
  return { adapter: KyselyAdapter(db), close: () => db.destroy() }
}

export const peer = {
  package: "@auth/kysely-adapter",
  from: "Auth.js",
  stores: {
    sqlite: {
      clients: ["kysely", "libsql"],
      note: "In memory. The documented schema (for PostgreSQL) with the types of SQLite; it requires an email.",
      async open() {
        const database = openLibsql(":memory:")
        database.exec(await readSchema("kysely.sql"))
        return openOn(new SqliteDialect({ database }))
      },
    },
    postgres: {
      clients: ["kysely", "pg"],
      note: "The documented schema; it requires an email, and ids are UUIDs.",
      tables: ["packages/workshop/src/official/schemas/kysely-postgres.sql"],
      open: async (url: string) => openOn(new PostgresDialect({ pool: new Pool({ connectionString: url }) })),
    },
    mariadb: {
      clients: ["kysely", "mysql2"],
      note: "The documented schema (for PostgreSQL) with the types of MariaDB; it requires an email.",
      tables: ["packages/workshop/src/official/schemas/kysely-mariadb.sql"],
      open: async (url: string) => openOn(new MysqlDialect({ pool: createPool(url) })),
    },
  },
} satisfies AuthJsPeer
