import { drizzle } from "drizzle-orm/node-postgres"
import { pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { Kysely, PostgresDialect } from "kysely"
import { Pool } from "pg"
import { describe, expect, onTestFinished, test } from "vitest"
import { defineSchema } from "../../src/index.ts"
import { drizzleAdapter } from "../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
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
