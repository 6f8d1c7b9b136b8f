import type { Where } from "better-auth/adapters"
import { Pool } from "pg"
import { beforeAll, expect, test } from "vitest"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"

const rows = 8_000

const opened = openForTests(async () => {
  const server = await openPostgres()
  const pool = new Pool({ connectionString: await server.database(), max: 1 })
  const statements: string[] = []
  const database = mortiseDatabase(pool, { onStatement: (text) => statements.push(text) })
  return {
    ...{ pool, database, statements, adapter: database({}) },
    async close() {
      await pool.end()
      await server.close()
    },
  }
})

beforeAll(async () => {
  const { pool, database } = opened
  await migrate({ options: { database } })
  await pool.query(
    `CREATE TYPE mood AS ENUM ('Happy', 'Sad'); ALTER TABLE "user" ALTER COLUMN image TYPE mood USING NULL`,
  )
  await pool.query(
    `INSERT INTO "user" (id, name, email, "emailVerified") SELECT 'id' || n, 'name' || n, 'email' || n, false FROM generate_series(1, ${rows}) n; ANALYZE "user"`,
  )
})

/** How many users match, and the plan that the server makes once for all values. */
async function countUsers(...where: Where[]): Promise<{ readonly plan: string; readonly count: number }> {
  const { pool, adapter, statements } = opened
  const count = await adapter.count({ model: "user", where })
  const values = where.map(({ value }) => (Array.isArray(value) ? `'{${value.join()}}'` : `'${value}'`))
  await pool.query(
    `DEALLOCATE ALL; SET plan_cache_mode = force_generic_plan; PREPARE counting AS ${statements.at(-1)}`,
  )
  const { rows: lines } = await pool.query(`EXPLAIN EXECUTE counting(${values.join()})`)
  await pool.query("DEALLOCATE ALL; RESET plan_cache_mode")
  return { plan: lines.map((line) => line["QUERY PLAN"]).join("\n"), count }
}

const listOf = (field: string, length: number): string[] =>
  Array.from({ length }, (_, nth) => `${field}${nth + 1}`)

const isParsedPerRow = /(Filter|Cond): .*::text\[\]/

test.each([1, 100, 5000])("SEC-T15 a list of %i values is parsed once, and uses an index", async (length) => {
  for (const field of ["id", "email"]) {
    const value = listOf(field, length)
    const within = await countUsers({ field, operator: "in", value })
    expect(within.count).toBe(length)
    expect(within.plan).toMatch(/Index (Only )?Scan .*\n\s+Index Cond/)
    expect(within.plan).not.toMatch(isParsedPerRow)
    const either = await countUsers(
      { field, operator: "in", value, connector: "OR" },
      { field: "id", value: "x", connector: "OR" },
    )
    expect(either.count).toBe(length)
    expect(either.plan).toMatch(/Bitmap Index Scan/)
    expect(either.plan).not.toMatch(isParsedPerRow)
  }
})

test.each([2, 100, 5000])("SEC-T15 a list of %i values is hashed where no index helps", async (length) => {
  const within = await countUsers({ field: "name", operator: "in", value: listOf("name", length) })
  expect(within.count).toBe(length)
  expect(within.plan).toMatch(/Hash (Semi )?Join/)
  for (const field of ["id", "email", "name"]) {
    const without = await countUsers({ field, operator: "not_in", value: listOf(field, length) })
    expect(without.count).toBe(rows - length)
    expect(without.plan).toMatch(/hashed SubPlan/)
    expect(without.plan).not.toMatch(isParsedPerRow)
  }
})

test("SEC-T15 a list of one value is compared as the value", async () => {
  for (const operator of ["in", "not_in"] as const) {
    const { count, plan } = await countUsers({ field: "name", operator, value: ["name1"] })
    expect(count).toBe(operator === "in" ? 1 : rows - 1)
    expect(plan).toMatch(operator === "in" ? /Filter: \(name = \$1\)/ : /Filter: \(name <> \$1\)/)
  }
})

test("SEC-T20 a list of 70,000 values is compared", async () => {
  const where: Where[] = [{ field: "id", operator: "in", value: listOf("id", 70_000) }]
  expect(await opened.adapter.count({ model: "user", where })).toBe(rows)
})

test("a column of an enum is searched as its text", async () => {
  const { adapter, pool } = opened
  await pool.query(`UPDATE "user" SET image = 'Happy' WHERE id = 'id7'`)
  for (const [operator, value] of [
    ["eq", "happY"],
    ["in", ["happY", "angry"]],
    ["contains", "APP"],
  ] as const) {
    const where: Where[] = [{ field: "image", operator, value: value as string, mode: "insensitive" }]
    expect(await adapter.count({ model: "user", where }), operator).toBe(1)
  }
})
