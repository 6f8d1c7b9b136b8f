import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { quickFolder } from "../../../workshop/src/folders.ts"
import { extras } from "../../src/index.ts"
import { kyselyAdapter } from "../../src/stores/sql/orms/kysely/kysely-adapter.ts"
import { failure } from "../support/failure.ts"
import { someAccount, someone } from "../support/people.ts"
import { installOrms } from "./install.ts"
import { sqliteTables } from "./support/sqlite-tables.ts"

await installOrms()
const { Kysely, SqliteDialect } = await import("kysely")
const { default: Database } = await import("libsql")

const { folder, remove } = quickFolder()
afterAll(remove)

function open() {
  const database = new Database(join(folder, `${crypto.randomUUID()}.db`))
  for (const text of sqliteTables()) database.exec(text)
  database.exec("PRAGMA foreign_keys = OFF")
  return { database, db: new Kysely({ dialect: new SqliteDialect({ database }) }) }
}

test("foreign keys are on even if the first call is a transaction of the adapter", async () => {
  const { database, db } = open()
  await extras(kyselyAdapter(db))?.signUp?.({ user: someone(), account: someAccount("") })
  expect(database.prepare("PRAGMA foreign_keys").get()).toMatchObject({ foreign_keys: 1 })
  await db.destroy()
})

test("a transaction without foreign keys is refused, because it would leave orphans", async () => {
  const { db } = open()
  await db.transaction().execute(async (transaction) => {
    const error = await failure(kyselyAdapter(transaction).createUser(someone()), "unavailable")
    expect(error.message).toContain("Foreign keys are off")
  })
  await db.destroy()
})
