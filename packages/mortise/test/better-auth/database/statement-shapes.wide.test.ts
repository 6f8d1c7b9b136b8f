import { Pool } from "pg"
import postgres from "postgres"
import { expect, onTestFinished, test } from "vitest"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"

const server = openForTests(openPostgres)

const shapes = 1_200
const prepared = "SELECT count(*)::int AS count FROM pg_prepared_statements"

/** Conditions with an operator for each bit of a number: each number has a statement of its own. */
const whereOf = (nth: number) =>
  Array.from({ length: 11 }, (_, bit) => ({
    field: "name",
    operator: ((nth >> bit) & 1) === 1 ? ("lt" as const) : ("gt" as const),
    value: "",
  }))

async function useManyShapes(client: object): Promise<void> {
  const database = mortiseDatabase(client)
  const adapter = database({})
  await migrate({ options: { database } })
  for (let nth = 0; nth < shapes; nth++) await adapter.count({ model: "user", where: whereOf(nth) })
  const [user] = [await adapter.create({ model: "user", data: { name: "Ada", email: "ada@example.com" } })]
  expect(user).toMatchObject({ name: "Ada" })
}

test("pg does not prepare any number of statements", async () => {
  const pool = new Pool({ connectionString: await server.database(), max: 1 })
  onTestFinished(() => pool.end())
  await useManyShapes(pool)
  const { rows } = await pool.query<{ count: number }>(prepared)
  expect(rows[0]?.count).toBeLessThan(1_100)
})

test("postgres does not prepare any number of statements", async () => {
  const sql = postgres(await server.database(), { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end())
  await useManyShapes(sql)
  const [row] = await sql.unsafe<{ count: number }[]>(prepared)
  expect(row?.count).toBeLessThan(1_100)
})
