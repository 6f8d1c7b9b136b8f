import { describe, expect, test } from "vitest"
import { boolean, date, defineSchema, integer, json, number, type Schema, text } from "../../src/index.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { clients } from "../support/databases.ts"
import { mysql2, pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { columnsOnMariadb, columnsOnPostgres } from "./support/columns.ts"

const extended: Schema = defineSchema({
  user: {
    fields: {
      role: text({ default: "it's a \\ member\n" }),
      visits: integer({ default: -3 }),
      score: number({ default: 0.5 }),
      banned: boolean({ default: true }),
      since: date({ default: new Date("2026-01-02T03:04:05.006Z") }),
      settings: json({ default: { theme: ["dark"] } }),
      joined: date({ default: () => new Date() }),
      nick: text(),
    },
  },
  unknown: "keep",
})

describe.each(clients)("tables on %s", (_, open) => {
  test("SEC-U7 a new table and an upgraded table have the same columns and defaults", async () => {
    const [fresh, upgraded] = [open(), open()]
    await migrate(fresh.adapter({ schema: extended }))
    await migrate(upgraded.adapter())
    await migrate(upgraded.adapter({ schema: extended }))
    const columns = `SELECT name, type, "notnull", dflt_value FROM pragma_table_xinfo('users')`
    expect(await upgraded.rows(columns)).toEqual(await fresh.rows(columns))
    expect(await fresh.rows(columns)).toContainEqual(["visits", "INTEGER", 1, "-3"])
  })
})

describe.each([
  ["pg", pg, columnsOnPostgres],
  ["mysql2", mysql2, columnsOnMariadb],
] as const)("tables through %s", (_, engine, columnsOf) => {
  const server = openForTests(engine.serve)

  test("SEC-U7 a new table and an upgraded table have the same columns and defaults", async () => {
    const open = async () => {
      const url = await server.database()
      return { url, ...engine.connect(url) }
    }
    const [fresh, upgraded] = [await open(), await open()]
    await migrate(fresh.adapter({ schema: extended }))
    await migrate(upgraded.adapter())
    await migrate(upgraded.adapter({ schema: extended }))
    const columns = await columnsOf(fresh.url, "users")
    expect(await columnsOf(upgraded.url, "users")).toEqual(columns)
    expect(columns.find(({ name }) => name === "visits")).toMatchObject({
      default: expect.stringContaining("-3"),
    })
    await Promise.all([fresh.close(), upgraded.close()])
  })
})
