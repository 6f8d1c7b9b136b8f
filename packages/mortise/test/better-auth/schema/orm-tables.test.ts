import { createClient } from "@libsql/client"
import { betterAuth } from "better-auth"
import { drizzle } from "drizzle-orm/libsql"
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { expect, onTestFinished, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate, plan } from "../../../src/better-auth/migrate/index.ts"
import { newFile } from "../../support/databases.ts"

const date = (name: string) => integer(name, { mode: "timestamp_ms" })
const dates = { createdAt: date("created_at").notNull(), updatedAt: date("updated_at").notNull() }

const people = sqliteTable("people", {
  id: text("pk").primaryKey(),
  name: text("full_name").notNull(),
  email: text("mail").notNull().unique(),
  emailVerified: integer("email_verified", { mode: "boolean" }).notNull(),
  image: text("picture"),
  ...dates,
})
const session = sqliteTable("session", {
  id: text("id").primaryKey(),
  token: text("token").notNull().unique(),
  userId: text("user_id").notNull(),
  expiresAt: date("expires_at").notNull(),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  ...dates,
})
const account = sqliteTable("account", {
  id: text("id").primaryKey(),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  userId: text("user_id").notNull(),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: date("access_token_expires_at"),
  refreshTokenExpiresAt: date("refresh_token_expires_at"),
  scope: text("scope"),
  password: text("password"),
  ...dates,
})
const verification = sqliteTable("verification", {
  id: text("id").primaryKey(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: date("expires_at").notNull(),
  ...dates,
})

const statements = [
  "CREATE TABLE people (pk text PRIMARY KEY, full_name text NOT NULL, mail text NOT NULL UNIQUE, email_verified integer NOT NULL, picture text, created_at integer NOT NULL, updated_at integer NOT NULL)",
  "CREATE TABLE session (id text PRIMARY KEY, token text NOT NULL UNIQUE, user_id text NOT NULL REFERENCES people ON DELETE CASCADE, expires_at integer NOT NULL, ip_address text, user_agent text, created_at integer NOT NULL, updated_at integer NOT NULL)",
  "CREATE TABLE account (id text PRIMARY KEY, account_id text NOT NULL, provider_id text NOT NULL, user_id text NOT NULL REFERENCES people ON DELETE CASCADE, access_token text, refresh_token text, id_token text, access_token_expires_at integer, refresh_token_expires_at integer, scope text, password text, created_at integer NOT NULL, updated_at integer NOT NULL)",
  "CREATE TABLE verification (id text PRIMARY KEY, identifier text NOT NULL, value text NOT NULL, expires_at integer NOT NULL, created_at integer NOT NULL, updated_at integer NOT NULL)",
]

async function openDrizzle() {
  const client = createClient({ url: `file:${newFile()}` })
  onTestFinished(() => client.close())
  await client.executeMultiple(statements.join(";"))
  const db = drizzle(client, { schema: { user: people, session, account, verification } })
  const secret = "a-secret-that-only-tests-use-0123456789"
  return betterAuth({
    database: mortiseDatabase(db),
    secret,
    baseURL: "http://localhost:3000",
    emailAndPassword: { enabled: true },
  })
}

test("tables of a Drizzle schema get only the keys and indexes that they lack, under their own names", async () => {
  const auth = await openDrizzle()
  const { steps } = await plan(auth)
  const texts = steps.map(({ statement }) => statement)
  expect(texts.filter((text) => !/^CREATE (UNIQUE )?INDEX /.test(text))).toEqual([])
  expect(texts.join("\n")).toContain('ON "account" ("provider_id", "account_id")')
  await migrate(auth)
  expect((await plan(auth)).steps).toEqual([])
  const body = { name: "Ada", email: "ada@example.com", password: "correct horse battery" }
  expect(await auth.api.signUpEmail({ body })).toMatchObject({ user: { email: "ada@example.com" } })
})
