import { expect, test } from "vitest"
import { failure } from "../stores/servers/support/failure.ts"
import { someone } from "../stores/servers/support/people.ts"
import { installOrms } from "./install.ts"
import { describeOrm } from "./support/describe-orm.ts"
import { startEngines } from "./support/start-engines.ts"

await installOrms()
const { default: knex } = await import("knex")
const { knexAdapter } = await import("../../src/stores/sql/orms/knex.ts")
const { drizzleStores } = await import("./drizzle/stores.ts")
const { knexStores } = await import("./knex/stores.ts")
const { stores: kyselyStores } = await import("./kysely/stores.ts")

for (const store of [...drizzleStores, ...knexStores, ...kyselyStores])
  if (store.databases.engine === "postgres") describeOrm(store)

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
