import { expect, onTestFinished, test } from "vitest"
import { defineSchema } from "../../src/index.ts"
import { failure } from "../support/failure.ts"
import { someone } from "../support/people.ts"
import { installOrms } from "./install.ts"
import { mariadbDatabases, sqliteDatabases } from "./support/databases.ts"
import { startEngines } from "./support/start-engines.ts"

await installOrms()
const { default: knex } = await import("knex")
const { knexAdapter } = await import("../../src/stores/sql/orms/knex/knex-adapter.ts")

const { emptyTables } = startEngines()

test("anything but Knex on a supported client is refused", async () => {
  const takes = "knexAdapter takes a Knex instance or a transaction of Knex"
  for (const client of [undefined, {}, Promise.resolve()])
    expect(() => knexAdapter(client as never)).toThrow(takes)
  const unknown = knex({ client: knex.Client })
  expect(() => knexAdapter(unknown)).toThrow('works with the Knex clients "pg", "mysql2"')
  expect(knexAdapter(unknown, { dialect: "postgres" }).createUser).toBeTypeOf("function")
})

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

test("a transaction without tables of its own uses those of its database", async () => {
  const schema = defineSchema({ user: { table: "people" } })
  const database = knex({ client: "pg", connection: await emptyTables() })
  onTestFinished(() => database.destroy())
  await database.raw("CREATE TABLE people (LIKE users INCLUDING ALL)")
  knexAdapter(database, { schema })
  await database.transaction((trx) => knexAdapter(trx).createUser({ email: "ada@example.com" }))
  expect(await database("people").pluck("email")).toEqual(["ada@example.com"])
})

test("a call on SQLite never joins a transaction of the application by accident", async () => {
  const filename = (await emptyTables(sqliteDatabases)).replace(/^file:/, "")
  const database = knex({ client: "better-sqlite3", connection: { filename }, useNullAsDefault: true })
  const adapter = knexAdapter(database)
  const one = someone()
  const trx = await database.transaction()
  const creating = adapter.createUser(one)
  await trx.rollback()
  await creating
  expect(await adapter.getUserByEmail(one.email)).not.toBeNull()
  await database.destroy()
})

test("a connection whose answer is overdue is not used again", async () => {
  const connectionString = await emptyTables()
  const connection = { connectionString, query_timeout: 300 }
  const database = knex({ client: "pg", connection, pool: { min: 0, max: 1 }, log: { warn() {} } })
  const blocker = knex({ client: "pg", connection: connectionString })
  const adapter = knexAdapter(database)
  const { id } = await adapter.createUser(someone())
  const lock = await blocker.transaction()
  await lock("users").where({ id }).update({ name: "locked" })
  await failure(adapter.updateUser({ id, name: "late" }), "indeterminate")
  expect((await adapter.getUser(id))?.id).toBe(id)
  await lock.rollback()
  await Promise.all([database.destroy(), blocker.destroy()])
})

test("the server is asked about its settings once, not once per transaction", async () => {
  const database = knex({ client: "mysql2", connection: await emptyTables(mariadbDatabases) })
  const { id } = await knexAdapter(database).createUser(someone())
  await database.transaction(async (trx) => {
    const questions = async () => Number((await trx.raw("SHOW SESSION STATUS LIKE 'Questions'"))[0][0].Value)
    await trx.raw("SELECT 1")
    const before = await questions()
    await knexAdapter(trx).getUser(id)
    expect((await questions()) - before).toBe(2)
  })
  await database.destroy()
})
