import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import { integer, pgTable, serial, text, timestamp } from "drizzle-orm/pg-core"
import { Kysely, PostgresDialect } from "kysely"
import { Pool } from "pg"
import { describe, expect, onTestFinished, test } from "vitest"
import { defineSchema } from "../../src/index.ts"
import type { TableParts } from "../../src/sql/orms/drizzle/read-drizzle-table.ts"
import { drizzleAdapter } from "../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
import { readDrizzleTables } from "../../src/stores/sql/orms/drizzle/find-drizzle-tables.ts"
import { kyselyAdapter } from "../../src/stores/sql/orms/kysely/kysely-adapter.ts"
import { drizzleStores } from "./drizzle/stores.ts"
import { describeOrm } from "./support/describe-orm.ts"
import { startEngines } from "./support/start-engines.ts"

// A full run has the other clients.
for (const store of drizzleStores.slice(0, 1)) describeOrm(store)

const { emptyTables } = startEngines()

describe("a transaction without tables of its own uses those of its database", () => {
  const columns = "(id text PRIMARY KEY, name text, email text, email_verified timestamptz, image text)"
  const table = (name: string) =>
    pgTable(name, {
      id: text("id").primaryKey(),
      name: text("name"),
      email: text("email"),
      emailVerified: timestamp("email_verified", { withTimezone: true }),
      image: text("image"),
    })
  const [people, users] = [table("people"), table("members")]
  const openPool = async () => {
    const pool = new Pool({ connectionString: await emptyTables() })
    onTestFinished(() => pool.end())
    await pool.query(`CREATE TABLE people ${columns}; CREATE TABLE members ${columns}`)
    const emails = async (name: string) =>
      (await pool.query(`SELECT email FROM ${name}`)).rows.map(({ email }) => email)
    return { pool, emails }
  }
  const ada = { email: "ada@example.com" }

  test("with Drizzle, in a nested transaction, and if Drizzle's schema has other tables", async () => {
    const { pool, emails } = await openPool()
    const db = drizzle(pool, { schema: { users } })
    await db.transaction((tx) => drizzleAdapter(tx).createUser({ email: "first@example.com" }))
    drizzleAdapter(db, { usersTable: people })
    await db.transaction(async (tx) => {
      await drizzleAdapter(tx).createUser(ada)
      await tx.transaction((nested) => drizzleAdapter(nested).createUser({ email: "grace@example.com" }))
    })
    expect(await emails("people")).toEqual(["ada@example.com", "grace@example.com"])
    expect(await emails("members")).toEqual(["first@example.com"])
  })

  test("with Drizzle, unless adapters of the database use different tables", async () => {
    const { pool, emails } = await openPool()
    const db = drizzle(pool)
    drizzleAdapter(db, { usersTable: people })
    drizzleAdapter(db, { usersTable: people })
    drizzleAdapter(db, { usersTable: users })
    await db.transaction(async (tx) => {
      expect(() => drizzleAdapter(tx)).toThrow(
        "drizzleAdapter: adapters of this database use different tables, so a transaction must name its own. Pass the options of the database's adapter: drizzleAdapter(tx, { usersTable, … }).",
      )
      await drizzleAdapter(tx, { usersTable: users }).createUser(ada)
    })
    expect(await emails("members")).toEqual(["ada@example.com"])
  })

  const schema = defineSchema({ naming: "snake_case", user: { table: "people" } })

  test("with Kysely", async () => {
    const { pool, emails } = await openPool()
    const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
    kyselyAdapter(db, { schema })
    await db.transaction().execute((trx) => kyselyAdapter(trx).createUser(ada))
    expect(await emails("people")).toEqual(["ada@example.com"])
  })
})

test("in a controlled transaction of Kysely, a rollback to a savepoint undoes only what followed it", async () => {
  const pool = new Pool({ connectionString: await emptyTables() })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => db.destroy())
  const transaction = await db.startTransaction().execute()
  await kyselyAdapter(transaction).createUser({ email: "before@example.com" })
  const inside = await transaction.savepoint("inner").execute()
  const adapter = kyselyAdapter(inside)
  await adapter.createUser({ email: "undone@example.com" })
  await inside.rollbackToSavepoint("inner").execute()
  await adapter.createUser({ email: "after@example.com" })
  await transaction.commit().execute()
  const { rows } = await pool.query("SELECT email FROM users ORDER BY email")
  expect(rows.map(({ email }) => email)).toEqual(["after@example.com", "before@example.com"])
})

test("the values of Drizzle's columns come from Drizzle, or else from the database", () => {
  const made = () => "made"
  const changed = () => "changed"
  const columns = {
    id: text("id").primaryKey(),
    plain: text("plain"),
    constant: text("constant").default("free"),
    computed: text("computed").default(sql`current_user`),
    made: text("made").$defaultFn(made),
    changed: text("changed").$onUpdate(changed),
    computedAndChanged: text("computed_and_changed").default(sql`current_user`).$onUpdate(changed),
    madeAndChanged: text("made_and_changed").$defaultFn(made).$onUpdate(changed),
    always: integer("always").generatedAlwaysAsIdentity(),
    numbered: serial("numbered"),
  }
  const users = pgTable("users", columns) as unknown as TableParts
  const read = readDrizzleTables("postgres", { user: users }).tables.user?.columns ?? []
  const described = read.map(({ property, hasDefault, isGenerated, onInsert, onUpdate }) => [
    property,
    ...[hasDefault, isGenerated, onInsert?.(), onUpdate?.()],
  ])
  expect(described).toEqual([
    ["id", false, false, undefined, undefined],
    ["plain", false, false, undefined, undefined],
    ["constant", true, false, "free", undefined],
    ["computed", true, false, undefined, undefined],
    ["made", false, false, "made", undefined],
    ["changed", false, false, "changed", "changed"],
    ["computedAndChanged", true, false, undefined, "changed"],
    ["madeAndChanged", false, false, "made", "changed"],
    ["always", true, true, undefined, undefined],
    ["numbered", true, false, undefined, undefined],
  ])
})
