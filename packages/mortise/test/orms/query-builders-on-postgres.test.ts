import { describe, expect, onTestFinished, test } from "vitest"
import { defineSchema } from "../../src/index.ts"
import { failure } from "../support/failure.ts"
import { someone } from "../support/people.ts"
import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"
import { startEngines } from "./support/start-engines.ts"

await installOrms()
const { default: knex } = await import("knex")
const { knexAdapter } = await import("../../src/stores/sql/orms/knex/knex-adapter.ts")
const { drizzleAdapter } = await import("../../src/stores/sql/orms/drizzle/drizzle-adapter.ts")
const { kyselyAdapter } = await import("../../src/stores/sql/orms/kysely/kysely-adapter.ts")
const { drizzle } = await import("drizzle-orm/node-postgres")
const { pgTable, text, timestamp } = await import("drizzle-orm/pg-core")
const { Kysely, PostgresDialect } = await import("kysely")
const { Pool } = await import("pg")
const { drizzleStores } = await import("./drizzle/stores.ts")

for (const store of drizzleStores) if (store.databases.engine === "postgres") describeOrm(store)

const { emptyTables } = startEngines()

test("an adapter of a transaction of Knex that has ended does not join the next one on its connection", async () => {
  const connection = await emptyTables()
  const database = knex({ client: "pg", connection, pool: { min: 0, max: 1 } })
  const ended = await database.transaction()
  const joined = knexAdapter(ended)
  const [one, two] = [someone(), someone()]
  await joined.createUser(one)
  await ended.commit()
  const next = await database.transaction()
  await failure(joined.createUser(two), "unavailable")
  await next.commit()
  const adapter = knexAdapter(database)
  expect(await adapter.getUserByEmail(one.email)).not.toBeNull()
  expect(await adapter.getUserByEmail(two.email)).toBeNull()
  await database.destroy()
})

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
    const url = await emptyTables()
    const pool = new Pool({ connectionString: url })
    onTestFinished(() => pool.end())
    await pool.query(`CREATE TABLE people ${columns}; CREATE TABLE members ${columns}`)
    const emails = async (name: string) =>
      (await pool.query(`SELECT email FROM ${name}`)).rows.map(({ email }) => email)
    return { url, pool, emails }
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

  test("with Knex", async () => {
    const { url, emails } = await openPool()
    const db = knex({ client: "pg", connection: url })
    onTestFinished(() => db.destroy())
    knexAdapter(db, { schema })
    await db.transaction((trx) => knexAdapter(trx).createUser(ada))
    expect(await emails("people")).toEqual(["ada@example.com"])
  })
})
