/**
 * The tables of Better Auth's plugins as its command line generates them for Drizzle: columns in snake_case, dates as
 * `timestamp` without a zone on PostgreSQL and as milliseconds on SQLite.
 */
import type { BetterAuthOptions } from "better-auth"
import { getAuthTables } from "better-auth/db"
import * as pg from "drizzle-orm/pg-core"
import * as sqlite from "drizzle-orm/sqlite-core"

export type Engine = "pg" | "sqlite"

type Column = { notNull(): unknown; primaryKey(): unknown }
type Kinds = Readonly<Record<string, readonly [type: string, column: (name: string) => Column]>>

const kinds: Readonly<Record<Engine, Kinds>> = {
  pg: {
    string: ["text", (name) => pg.text(name)],
    number: ["integer", (name) => pg.integer(name)],
    boolean: ["boolean", (name) => pg.boolean(name)],
    date: ["timestamp", (name) => pg.timestamp(name)],
  },
  sqlite: {
    string: ["text", (name) => sqlite.text(name)],
    number: ["integer", (name) => sqlite.integer(name)],
    boolean: ["integer", (name) => sqlite.integer(name, { mode: "boolean" })],
    date: ["integer", (name) => sqlite.integer(name, { mode: "timestamp_ms" })],
  },
}

const kindOf = (engine: Engine, type: unknown) => {
  const kind = kinds[engine][String(type)]
  if (!kind) throw new Error(`The tables have a field of another type: ${type}`)
  return kind
}

const snakeCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).toLowerCase()

/** The statements that create the tables, and the schema for Drizzle. */
export function drizzleTables(engine: Engine, options: BetterAuthOptions) {
  const statements: string[] = []
  const schema: Record<string, unknown> = {}
  for (const [model, { modelName, fields }] of Object.entries(getAuthTables(options))) {
    const columns: Record<string, unknown> = { id: kindOf(engine, "string")[1]("id").primaryKey() }
    const lines = ["id text PRIMARY KEY"]
    for (const [field, { type, required, unique, references }] of Object.entries(fields)) {
      const [sqlType, column] = kindOf(engine, type)
      const name = snakeCase(field)
      columns[field] = required === false ? column(name) : column(name).notNull()
      const owner = references && ` REFERENCES "${references.model}" ON DELETE CASCADE`
      lines.push(
        `"${name}" ${sqlType}${required === false ? "" : " NOT NULL"}${unique ? " UNIQUE" : ""}${owner ?? ""}`,
      )
    }
    statements.push(`CREATE TABLE "${modelName}" (${lines.join(", ")})`)
    schema[model] =
      engine === "pg"
        ? pg.pgTable(modelName, columns as never)
        : sqlite.sqliteTable(modelName, columns as never)
  }
  return { statements, schema }
}
