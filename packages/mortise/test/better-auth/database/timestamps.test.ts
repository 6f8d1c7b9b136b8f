import { createPool } from "mysql2/promise"
import { expect, test } from "vitest"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { options } from "./plans/core-calls.ts"

const server = openForTests(openMariadb)

test("dates in a TIMESTAMP are compared and changed in UTC on a connection in another time zone, SEC-T25", async () => {
  const pool = createPool({ uri: await server.database(), connectionLimit: 1 })
  await migrate({ options: { ...options, database: mortiseDatabase(pool) } })
  await pool.query("ALTER TABLE verification MODIFY expiresAt TIMESTAMP(3) NULL")
  await pool.query("SET time_zone = '-05:00'")
  const adapter = mortiseDatabase(pool)(options)
  const [early, late] = [new Date("2030-01-01T00:00:00.001Z"), new Date("2030-01-01T02:00:00Z")]
  const between = new Date("2030-01-01T01:00:00Z")
  const model = "verification"
  const now = new Date()
  for (const expiresAt of [early, late]) {
    const data = { identifier: "ada", value: "value", expiresAt, createdAt: now, updatedAt: now }
    await adapter.create({ model, data })
  }
  const find = async (value: Date | Date[], operator: "eq" | "in" | "lt" | "gt") => {
    const rows = await adapter.findMany<{ expiresAt: Date }>({
      ...{ model, where: [{ field: "expiresAt", value, operator } as never] },
    })
    return rows.map(({ expiresAt }) => expiresAt)
  }
  expect(await find(between, "lt")).toEqual([early])
  expect(await find(between, "gt")).toEqual([late])
  expect(await find(early, "eq")).toEqual([early])
  expect(await find([late, between], "in")).toEqual([late])
  // A TIMESTAMP can hold neither.
  expect(await find(new Date("2150-01-01T00:00:00Z"), "lt")).toHaveLength(2)
  expect(await find(new Date("1950-01-01T00:00:00Z"), "lt")).toEqual([])
  const expired = { field: "expiresAt", operator: "lt", value: between } as const
  const changed = await adapter.update({ model, where: [expired], update: { value: "changed" } })
  expect(changed).toMatchObject({ value: "changed", expiresAt: early })
  expect(await adapter.consumeOne({ model, where: [expired] })).toMatchObject({ expiresAt: early })
  expect(await adapter.consumeOne({ model, where: [expired] })).toBeNull()
  expect(await adapter.update({ model, where: [expired], update: { value: "changed" } })).toBeNull()
  expect(await adapter.deleteMany({ model, where: [{ ...expired, value: late, operator: "lte" }] })).toBe(1)
  await pool.end()
})
