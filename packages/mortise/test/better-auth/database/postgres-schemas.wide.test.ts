import { PGlite } from "@electric-sql/pglite"
import { boolean, pgSchema, text, timestamp } from "drizzle-orm/pg-core"
import { drizzle } from "drizzle-orm/pglite"
import { expect, onTestFinished, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"

const options = { logger: { disabled: true } }
const createdAt = new Date("2026-03-29T01:30:00.000Z")
const data = { name: "Ada", email: "ada@example.com", emailVerified: true, createdAt, updatedAt: createdAt }

test("a table in another schema of PostgreSQL is read from the catalog once", {
  timeout: 60_000,
}, async () => {
  const client = await PGlite.create()
  onTestFinished(() => client.close())
  await client.exec(
    `CREATE SCHEMA auth; CREATE TABLE "user" (id int); CREATE TABLE auth."user" (id text PRIMARY KEY, name text, email text UNIQUE, "emailVerified" boolean, image text, made timestamp, "updatedAt" timestamp)`,
  )
  const user = pgSchema("auth").table("user", {
    id: text("id").primaryKey(),
    name: text("name"),
    email: text("email"),
    emailVerified: boolean("emailVerified"),
    image: text("image"),
    createdAt: timestamp("made"),
    updatedAt: timestamp("updatedAt"),
  })
  const texts: string[] = []
  const onStatement = (text: string) => texts.push(text)
  const ours = mortiseDatabase(drizzle(client, { schema: { user } }), { onStatement })(options)
  await ours.create({ model: "user", data })
  const first = texts.length
  const where = [{ field: "email", value: data.email }]
  expect(await ours.findOne({ model: "user", where })).toMatchObject(data)
  expect(texts).toHaveLength(first + 1)
  const byName = mortiseDatabase(client, { onStatement })({
    ...options,
    user: { modelName: "auth.user", fields: { createdAt: "made" } },
  })
  expect(await byName.findOne({ model: "user", where })).toMatchObject(data)
  texts.length = 0
  expect(await byName.findOne({ model: "user", where })).toMatchObject(data)
  expect(texts).toHaveLength(1)
})
