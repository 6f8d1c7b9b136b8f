import { join } from "node:path"
import { createClient } from "@libsql/client"
import { betterAuth } from "better-auth"
import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { drizzle as onLibsql } from "drizzle-orm/libsql"
import { drizzle as onPg } from "drizzle-orm/node-postgres"
import * as pgCore from "drizzle-orm/pg-core"
import * as sqliteCore from "drizzle-orm/sqlite-core"
import { Pool } from "pg"
import { expect, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"

const server = openForTests(openPostgres)

// The columns of the schema that Better Auth generates for Drizzle, as its users have them.
const pgUser = pgCore.pgTable("user", {
  id: pgCore.text("id").primaryKey(),
  name: pgCore.text("name").notNull(),
  email: pgCore.text("email").notNull().unique(),
  emailVerified: pgCore.boolean("email_verified").default(false).notNull(),
  image: pgCore.text("image"),
  createdAt: pgCore.timestamp("created_at").defaultNow().notNull(),
  updatedAt: pgCore.timestamp("updated_at").defaultNow().notNull(),
})
const sqliteUser = sqliteCore.sqliteTable("user", {
  id: sqliteCore.text("id").primaryKey(),
  name: sqliteCore.text("name").notNull(),
  email: sqliteCore.text("email").notNull().unique(),
  emailVerified: sqliteCore.integer("email_verified", { mode: "boolean" }).default(false).notNull(),
  image: sqliteCore.text("image"),
  createdAt: sqliteCore.integer("created_at", { mode: "timestamp_ms" }).notNull(),
  updatedAt: sqliteCore.integer("updated_at", { mode: "timestamp_ms" }).notNull(),
})

const at = (type: string) =>
  `CREATE TABLE "user" (id text PRIMARY KEY, name text NOT NULL, email text NOT NULL UNIQUE, email_verified ${type === "timestamp" ? "boolean DEFAULT false" : "integer DEFAULT 0"} NOT NULL, image text, created_at ${type} NOT NULL, updated_at ${type} NOT NULL)`

async function onPostgres() {
  const pool = new Pool({ connectionString: await server.database(), options: "-c timezone=Asia/Tokyo" })
  onTestFinished(() => pool.end())
  await pool.query(at("timestamp"))
  const db = onPg(pool, { schema: { user: pgUser } })
  return { db, theirs: drizzleAdapter(db, { provider: "pg", schema: { user: pgUser } }) }
}

async function onSqlite() {
  const { folder, remove } = quickFolder()
  const client = createClient({ url: `file:${join(folder, "auth.db")}` })
  onTestFinished(() => {
    client.close()
    remove()
  })
  await client.execute(at("integer"))
  const db = onLibsql(client, { schema: { user: sqliteUser } })
  return { db, theirs: drizzleAdapter(db, { provider: "sqlite", schema: { user: sqliteUser } }) }
}

test.each([
  ["PostgreSQL", onPostgres],
  ["SQLite", onSqlite],
])("on %s, our adapter and Better Auth's for Drizzle read each other's rows", async (_, open) => {
  const { db, theirs } = await open()
  const secret = "a-secret-that-only-tests-use-0123456789"
  const adapterOf = async (database: typeof theirs) =>
    (await betterAuth({ database, secret, logger: { disabled: true } }).$context).adapter
  const [ours, their] = [await adapterOf(mortiseDatabase(db) as typeof theirs), await adapterOf(theirs)]
  const createdAt = new Date("2026-03-29T01:30:00.123Z")
  for (const [writing, reading, name] of [
    [ours, their, "ours"],
    [their, ours, "theirs"],
  ] as const) {
    const data = { name, email: `${name}@example.com`, emailVerified: true, createdAt, updatedAt: createdAt }
    const written = await writing.create({ model: "user", data })
    const where = [{ field: "email", value: data.email }]
    const read = await reading.findOne({ model: "user", where })
    expect(read).toEqual(written)
    expect(read).toMatchObject({ ...data, image: null })
    const changed = await reading.update({ model: "user", where, update: { emailVerified: false } })
    expect(changed).toMatchObject({ emailVerified: false, createdAt })
    expect(await writing.findOne({ model: "user", where })).toMatchObject({ emailVerified: false })
  }
})
