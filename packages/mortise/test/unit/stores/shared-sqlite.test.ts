import Database from "libsql"
import { expect, test } from "vitest"
import { sharedSqliteDriver } from "../../../src/sql/orms/connections/shared-sqlite.ts"
import { statement } from "../../../src/sql/statement.ts"

const insert = [statement("INSERT INTO counted VALUES (?)"), [7]] as const
const count = statement("SELECT count(*) FROM counted")

test.each<[string, (driver: ReturnType<typeof sharedSqliteDriver>) => unknown]>([
  ["a statement", (driver) => driver.run(...insert)],
  ["a batch", (driver) => driver.batch([insert])],
])("SEC-S4: %s that writes does not join a transaction of others on the only connection", (_, write) => {
  const database = new Database(":memory:")
  database.exec("CREATE TABLE counted (nth INTEGER)")
  const driver = sharedSqliteDriver("knexAdapter", () => database)
  const read = () => driver.run(count, [])
  database.exec("BEGIN; INSERT INTO counted VALUES (1)")
  expect(() => write(driver)).toThrow(expect.objectContaining({ code: "transient" }))
  expect(read()).toMatchObject({ rows: [[1]] })
  database.exec("ROLLBACK")
  write(driver)
  expect(read()).toMatchObject({ rows: [[1]] })
  database.close()
})
