import Database from "libsql"
import { createPool } from "mysql2/promise"
import { describe, expect, onTestFinished, test } from "vitest"
import { defineSchema } from "../../../src/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { generate } from "../../../src/stores/sql/generate/index.ts"

const schema = defineSchema({ pgSchema: "auth" })

describe("pgSchema", () => {
  test("is a name of up to 63 bytes", () => {
    expect(schema.pgSchema).toBe("auth")
    expect("pgSchema" in defineSchema()).toBe(false)
    for (const pgSchema of ["My Auth", 'a"b', "é".repeat(31)])
      expect(defineSchema({ pgSchema }).pgSchema).toBe(pgSchema)
    for (const pgSchema of ["", "a\0b", "é".repeat(32), 7, null])
      expect(() => defineSchema({ pgSchema: pgSchema as string }), String(pgSchema)).toThrow(
        'pgSchema must be the name of a PostgreSQL schema, such as "auth"',
      )
  })

  test("is refused on other engines before anything is sent, and ignored without tables", async () => {
    const file = new Database(":memory:")
    const pool = createPool("mysql://127.0.0.1:1/none")
    onTestFinished(async () => {
      file.close()
      await pool.end()
    })
    expect(() => libsqlAdapter(file, { schema })).toThrow(
      "pgSchema in defineSchema is only for PostgreSQL, not for SQLite: remove it there, or use prefix.",
    )
    expect(() => mysql2Adapter(pool, { schema })).toThrow("not for MySQL and MariaDB")
    expect(() => generate(schema, "drizzle", { engine: "mysql" })).toThrow("only for PostgreSQL")
    expect(await memoryAdapter({ schema }).getUser("none")).toBeNull()
  })

  test("applies to a preset's tables", () => {
    const preset = defineSchema({ preset: "authjs-drizzle", pgSchema: "auth" })
    const text = generate(preset, "sql", { engine: "postgres" })
    expect(text).toContain('REFERENCES "auth"."user" ("id")')
    expect(() => libsqlAdapter(new Database(":memory:"), { schema: preset })).toThrow("only for PostgreSQL")
  })
})

describe("generate writes it", () => {
  const written = (target: Parameters<typeof generate>[1], pgSchema = 'my "auth"') =>
    generate(defineSchema({ pgSchema }), target, { engine: "postgres" })

  test("in SQL", () => {
    const text = written("sql")
    expect(text).toMatch(/^CREATE SCHEMA IF NOT EXISTS "my ""auth""";\n\nCREATE TABLE "my ""auth"""\."users"/)
    expect(text).toContain('CREATE INDEX "sessions_userId_idx" ON "my ""auth"""."sessions" ("userId")')
    expect(text.match(/(CREATE TABLE|ON|REFERENCES) "(?!my ""auth""")/)).toBeNull()
  })

  test("for Drizzle, which refuses to name the schema public", () => {
    const text = written("drizzle")
    expect(text).toMatch(/^import \{ [^}]*\bpgSchema\b[^}]* \} from "drizzle-orm\/pg-core"/)
    expect(text).toContain('export const authSchema = pgSchema("my \\"auth\\"")\n')
    expect(text).toContain('export const users = authSchema.table("users", {')
    expect(text).not.toContain("pgTable")
    expect(written("drizzle", "public")).toBe(generate(defineSchema(), "drizzle", { engine: "postgres" }))
  })

  test("for Prisma", () => {
    const text = written("prisma")
    expect(text).toMatch(/^\/\/ The datasource needs schemas = \["my \\"auth\\""\]\.\n\nmodel User \{/)
    expect(text.match(/@@schema\("my \\"auth\\""\)/g)).toHaveLength(6)
  })

  test("for TypeORM", () => {
    expect(written("typeorm")).toContain('@Entity("users", { schema: "my \\"auth\\"" })')
  })

  test("for Kysely", () => {
    expect(written("kysely", "auth")).toContain('"auth.users": UserTable')
  })
})
