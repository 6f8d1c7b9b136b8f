import { Kysely, PostgresDialect } from "kysely"
import { Pool } from "pg"
import { expect, onTestFinished, test } from "vitest"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { createTables, signUpWithHook } from "./sign-up.ts"

const server = openForTests(openPostgres)

async function open(max: number): Promise<Pool> {
  const url = await server.database()
  const setUp = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
  })
  await createTables({ db: setUp, type: "postgres" })
  await setUp.destroy()
  return new Pool({ connectionString: url, max, connectionTimeoutMillis: 20_000 }).on("error", () => {})
}

test.each([
  [1, 1],
  [1, 5],
  [10, 10],
])("on a pool of %i, %i sign-ups whose hooks read through the adapter succeed", async (max, people) => {
  const pool = await open(max)
  onTestFinished(() => pool.end())
  await signUpWithHook(mortiseDatabase(pool), people)
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM "user"')
  expect(rows).toEqual([{ count: people }])
})

test.each([
  [1, 1],
  [10, 10],
])("on a pool of %i, %i such sign-ups hang with Better Auth's own adapter", async (max, people) => {
  const pool = await open(max)
  // Without it, a connection that ends would end the process.
  pool.on("connect", (client) => client.on("error", () => {}))
  await expect(signUpWithHook(pool, people)).rejects.toThrow("This took longer")
  // Ends the waiting sign-ups, which never end by themselves.
  void pool.end()
})
