import { createClient } from "@libsql/client"
import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { SqliteDialect } from "kysely"
import Database from "libsql"
import { expect, onTestFinished, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { inspect, plan } from "../../../src/better-auth/migrate/index.ts"
import { defineSchema } from "../../../src/index.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { copyToBetterAuth } from "../../../src/transfer/index.ts"
import { temporaryTree } from "../../support/temporary-tree.ts"
import { testOptions } from "./support/better-auth-on-sqlite.ts"

/** The tables of @auth/drizzle-adapter. */
const tables = [
  `CREATE TABLE user (id text PRIMARY KEY, name text, email text UNIQUE, "emailVerified" integer, image text)`,
  `CREATE TABLE account ("userId" text NOT NULL REFERENCES user(id) ON DELETE CASCADE, type text NOT NULL,
    provider text NOT NULL, "providerAccountId" text NOT NULL, refresh_token text, access_token text, expires_at integer,
    token_type text, scope text, id_token text, session_state text, PRIMARY KEY (provider, "providerAccountId"))`,
  `CREATE TABLE session ("sessionToken" text PRIMARY KEY, "userId" text NOT NULL REFERENCES user(id) ON DELETE CASCADE,
    expires integer NOT NULL)`,
]

const ownNames = {
  user: { modelName: "ba_user" },
  session: { modelName: "ba_session" },
  account: { modelName: "ba_account" },
}

async function openTables() {
  const file = `${temporaryTree({})}/app.db`
  const client = createClient({ url: `file:${file}` })
  const database = new Database(file)
  onTestFinished(() => void client.close())
  onTestFinished(() => void database.close())
  await client.batch(tables)
  const source = libsqlAdapter(client, { schema: defineSchema({ preset: "authjs-drizzle" }) })
  // It creates the tables of passkeys and links.
  await migrate(source)
  await source.createUser({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: null })
  const openAuth = (names: object) =>
    betterAuth({
      ...{ ...testOptions, ...names },
      database: { dialect: new SqliteDialect({ database: database as never }), type: "sqlite" },
    })
  return { client, source, openAuth }
}

test("SEC-T24: a copy between tables of the same names is refused before anything is read or changed", async () => {
  const { source, openAuth } = await openTables()
  await expect(copyToBetterAuth(source, openAuth({}), { dryRun: true })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(
      /^copyToBetterAuth: nothing was changed\. Auth\.js has a table account, .* user: \{ modelName: "ba_user" \}/,
    ),
  })
  const auth = openAuth(ownNames)
  await (await getMigrations(auth.options)).runMigrations()
  const { rows } = await copyToBetterAuth(source, auth)
  expect(rows.user).toEqual({ copied: 1, equal: 0, skipped: 0, problems: 0 })
})

test("SEC-T24: a migration of Better Auth plans nothing for Auth.js's tables", async () => {
  const { client } = await openTables()
  const auth = (names: object) => ({ options: { ...names, database: mortiseDatabase(client) } })
  const { steps, refusals } = await plan(auth({}))
  expect(steps).toEqual([])
  expect(refusals).toEqual(
    ["session", "account"].map((model) => ({
      ...{ code: "official_tables", model, what: model },
      why: expect.stringContaining(`The table ${model} is Auth.js's`),
    })),
  )
  expect((await inspect(auth({}))).ok).toBe(false)
  const separate = await plan(auth(ownNames))
  expect([separate.refusals, separate.steps.length > 3]).toEqual([[], true])
  const mapped = {
    account: { fields: { accountId: "providerAccountId", providerId: "provider" } },
    session: { fields: { token: "sessionToken", expiresAt: "expires" } },
  }
  const codes = (await plan(auth(mapped))).refusals.map(({ code }) => code)
  expect(codes).not.toContain("official_tables")
})
