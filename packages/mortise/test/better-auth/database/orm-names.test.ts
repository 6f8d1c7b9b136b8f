import { join } from "node:path"
import { createClient } from "@libsql/client"
import type { BetterAuthOptions } from "better-auth"
import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { drizzle as onLibsql } from "drizzle-orm/libsql"
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { expect, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { prismaNames } from "../../../src/better-auth/orm-names.ts"

const options: BetterAuthOptions = { logger: { disabled: true } }
const createdAt = new Date("2026-03-29T01:30:00.000Z")
const data = { name: "Ada", email: "ada@example.com", emailVerified: true, createdAt, updatedAt: createdAt }

function newClient() {
  const { folder, remove } = quickFolder()
  const client = createClient({ url: `file:${join(folder, "auth.db")}` })
  onTestFinished(() => {
    client.close()
    remove()
  })
  return client
}

const people = sqliteTable("app_people", {
  id: text("pk").primaryKey(),
  name: text("full_name").notNull(),
  email: text("mail").notNull().unique(),
  emailVerified: integer("is_checked", { mode: "boolean" }).notNull(),
  image: text("picture"),
  createdAt: integer("made", { mode: "timestamp" }).notNull(),
  updatedAt: integer("changed", { mode: "timestamp_ms" }).notNull(),
})
const peopleSql =
  "CREATE TABLE app_people (pk text PRIMARY KEY, full_name text NOT NULL, mail text NOT NULL UNIQUE, is_checked integer NOT NULL, picture text, made integer NOT NULL, changed integer NOT NULL)"

test("names of tables and columns, and seconds, come from Drizzle's schema", async () => {
  const client = newClient()
  await client.execute(peopleSql)
  const schema = { users: people }
  const [db, bare] = [onLibsql(client, { schema }), onLibsql(client)]
  const theirs = drizzleAdapter(db, { provider: "sqlite", usePlural: true })(options)
  for (const [nth, ours] of [
    mortiseDatabase(db, { usePlural: true })(options),
    mortiseDatabase(bare, { usePlural: true, schema })(options),
  ].entries())
    for (const [writing, reading, name] of [
      [ours, theirs, `ours ${nth}`],
      [theirs, ours, `theirs ${nth}`],
    ] as const) {
      const email = `${name}@example.com`
      const written = await writing.create({ model: "user", data: { ...data, name, email } })
      const where = [{ field: "email", value: email }]
      expect(await reading.findOne({ model: "user", where })).toEqual(written)
      expect(written).toMatchObject({ ...data, name, email, image: null })
    }
})

test("dates in seconds are compared as Drizzle compares them, and exactly where a range ends in a second", async () => {
  const client = newClient()
  await client.execute(peopleSql)
  const ours = mortiseDatabase(onLibsql(client), { schema: { user: people } })(options)
  const late = new Date(createdAt.getTime() + 700)
  expect(await ours.create({ model: "user", data: { ...data, createdAt: late } })).toMatchObject({
    createdAt,
  })
  const count = (operator: "eq" | "lt" | "lte" | "gt" | "gte", value: Date) =>
    ours.count({ model: "user", where: [{ field: "createdAt", operator, value }] })
  expect(await count("eq", late)).toBe(1)
  expect(await count("lt", late)).toBe(1)
  expect(await count("lte", late)).toBe(1)
  expect(await count("gt", late)).toBe(0)
  expect(await count("gte", late)).toBe(0)
  expect(await count("gte", createdAt)).toBe(1)
})

test("names come from the models of Prisma", () => {
  const names = prismaNames(
    'model Person {\n id String @id @map("pk")\n email String @map("mail") @unique\n name String\n @@map("app_people")\n @@schema("auth")\n}',
    undefined,
  )
  expect(names("person")).toEqual({
    table: "app_people",
    schema: "auth",
    columns: [
      { property: "id", column: "pk" },
      { property: "email", column: "mail" },
      { property: "name", column: "name" },
    ],
  })
  expect(names("user")).toBeUndefined()
})

/** What is read from a Prisma client with an extension of the queries of one model. */
const prismaWith = (query: object) => ({
  $queryRawUnsafe: async () => [],
  $executeRawUnsafe: async () => 0,
  $transaction: async () => undefined,
  $connect: async () => undefined,
  _activeProvider: "postgresql",
  _engineConfig: {
    adapter: { adapterName: "@prisma/adapter-pg" },
    inlineSchema: "model User {\n id String @id\n}",
  },
  _extensions: { isEmpty: () => false, head: { extension: { query } } },
})

test("an extension of Prisma that changes queries of Better Auth's models is refused", () => {
  expect(() => mortiseDatabase(prismaWith({ $allModels: {} }))).toThrow("query.$allModels")
  expect(() => mortiseDatabase(prismaWith({ user: {} }))(options)).toThrow("query.user")
  mortiseDatabase(prismaWith({ invoice: {} }))(options)
})
