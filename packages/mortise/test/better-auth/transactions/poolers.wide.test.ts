import { Kysely, PostgresDialect } from "kysely"
import { Pool } from "pg"
import postgres from "postgres"
import { describe, expect, onTestFinished, test } from "vitest"
import { type PoolerOptions, startPgbouncer } from "../../../../workshop/src/servers/pgbouncer.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { createTables, signUpWithHook } from "./sign-up.ts"

const server = openForTests(openPostgres)

/** The URL of a pooler in front of a database with Better Auth's tables. */
async function pooled(options: PoolerOptions): Promise<string> {
  const database = await server.database()
  const pool = new Pool({ connectionString: database })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  await createTables({ db, type: "postgres" })
  await db.destroy()
  const { url, close } = await startPgbouncer(database, options)
  onTestFinished(close)
  return url
}

const clients = {
  pg: (connectionString: string) => {
    const pool = new Pool({ connectionString })
    onTestFinished(() => pool.end())
    return pool
  },
  "postgres.js": (url: string) => {
    const sql = postgres(url, { prepare: false })
    onTestFinished(() => sql.end({ timeout: 1 }))
    return sql
  },
}

describe.each(Object.entries(clients))("Better Auth through %s behind pgbouncer", (_, open) => {
  test("signs up in transaction mode", async () => {
    await signUpWithHook(mortiseDatabase(open(await pooled({ mode: "transaction" }))), 8)
  })

  test("signs up in statement mode without transactions, and explains why not with them", async () => {
    const client = open(await pooled({ mode: "statement" }))
    await signUpWithHook(mortiseDatabase(client, { transaction: false }), 8)
    await expect(signUpWithHook(mortiseDatabase(client), 1)).rejects.toThrow(/statement mode/)
  })
})
