import { LibsqlDialect } from "@libsql/kysely-libsql"
import { type Dialect, Kysely, MysqlDialect, PostgresDialect } from "kysely"
import { createPool } from "mysql2"
import { Pool } from "pg"
import type { Schema } from "../../../src/contract/schema.ts"
import type { Rewrite } from "./rewrite.ts"

/** Reads, deletes and inserts all rows with Kysely. */
export const rewriteWithKysely =
  (schema: Schema): Rewrite =>
  async (engine, url) => {
    const db = new Kysely<Record<string, Record<string, unknown>>>({ dialect: dialects[engine](url) })
    const tables = Object.values(schema.models).map(({ table }) => table)
    const rows: Record<string, unknown>[][] = []
    for (const table of tables) rows.push(await db.selectFrom(table).selectAll().execute())
    for (const table of tables) await db.deleteFrom(table).execute()
    for (const [nth, table] of tables.entries())
      for (const row of rows[nth] ?? []) await db.insertInto(table).values(asText(row)).execute()
    await db.destroy()
    return rows.flat()
  }

// The generated types ask for JSON as text.
const asText = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isJson(value) ? JSON.stringify(value) : value]),
  )
const isJson = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value)

const dialects: Readonly<Record<"postgres" | "mysql" | "sqlite", (url: string) => Dialect>> = {
  postgres: (url) => new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
  mysql: (url) => new MysqlDialect({ pool: createPool({ uri: url, timezone: "Z" }) }),
  sqlite: (url) => new LibsqlDialect({ url }),
}
