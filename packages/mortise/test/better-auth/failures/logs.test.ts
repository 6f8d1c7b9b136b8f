import { createClient } from "@libsql/client"
import { betterAuth } from "better-auth"
import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { getAuthTables } from "better-auth/db"
import { drizzle } from "drizzle-orm/libsql"
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { expect, onTestFinished, test } from "vitest"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { failingSignUps, options } from "./watch-logs.ts"

const columnOf = (name: string, type: unknown) => {
  if (type === "date") return integer(name, { mode: "timestamp_ms" })
  return type === "boolean" ? integer(name, { mode: "boolean" }) : text(name)
}

/** Better Auth's tables, as its Drizzle adapter takes them. */
const schema = Object.fromEntries(
  Object.entries(getAuthTables(options)).map(([table, { fields }]) => {
    const columns = Object.entries(fields).map(([name, { type }]) => [name, columnOf(name, type)])
    return [table, sqliteTable(table, { id: text().primaryKey(), ...Object.fromEntries(columns) })]
  }),
)

/** A database, and a function that drops the tables which a sign-up writes. */
async function open() {
  const client = createClient({ url: ":memory:" })
  onTestFinished(() => client.close())
  await migrate(betterAuth({ ...options, database: mortiseDatabase(client) }))
  const dropTables = () =>
    client.executeMultiple("PRAGMA foreign_keys = OFF; DROP TABLE user; DROP TABLE verification")
  return { client, db: drizzle(client, { schema }), dropTables }
}

test.each(["client", "db"] as const)(
  "if a query through the %s fails, the log contains no token, address, name or password",
  async (of) => {
    const { dropTables, ...opened } = await open()
    const { statuses, lines, found } = await failingSignUps(mortiseDatabase(opened[of]), dropTables)
    expect(statuses.every((status) => status >= 400)).toBe(true)
    expect(lines).toBeGreaterThan(0)
    expect(found).toEqual([])
  },
)

test("with Better Auth's Drizzle adapter, the log contains the address and the token", async () => {
  const { db, dropTables } = await open()
  const theirs = drizzleAdapter(db, { provider: "sqlite", schema })
  const { found } = await failingSignUps(theirs, dropTables)
  expect(found).toEqual(["email", "token"])
})
