import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import Database from "libsql"
import { afterAll, describe, expect, test } from "vitest"
import { durableFolder } from "../../../../workshop/src/folders.ts"
import { preparingDriver } from "../../../src/sql/engines/sqlite/sync-connection.ts"
import { statement } from "../../../src/sql/statement.ts"
import { createBench } from "./checks/check.ts"
import { lockChecks } from "./checks/locks.ts"
import { transactionChecks } from "./checks/transactions.ts"
import { client as libsql } from "./clients/libsql.ts"
import { file as libsqlClient } from "./clients/libsql-client.ts"

const { folder, remove } = durableFolder()
afterAll(remove)

// Both clients leave a write open that finds the file locked. Every client has these checks in clients.test.ts.
describe.each([
  ["libsql", libsql, "connection"],
  ["@libsql/client", libsqlClient, "pool"],
] as const)("on a file, through %s", (_, client, kind) => {
  const bench = createBench(client, kind, mkdtempSync(join(folder, kind)))
  const checks = Object.entries({ ...transactionChecks, ...lockChecks }).filter(([, { on }]) =>
    on.includes(kind),
  )
  test.each(checks)("%s", async (_, { run }) => run(bench))
})

test("a transaction that reads first keeps others from writing until it has written", async () => {
  const file = join(folder, "reads-first.db")
  const [client, other] = [new Database(file), new Database(file)]
  client.exec("CREATE TABLE counted (nth INTEGER)")
  const driver = preparingDriver({
    exec: (text) => client.exec(text),
    get inTransaction() {
      return client.inTransaction
    },
    prepare(text) {
      if (text.startsWith("INSERT"))
        expect(() => other.exec("INSERT INTO counted VALUES (7)")).toThrow("locked")
      return client.prepare(text)
    },
  })
  await driver.batch([
    [statement("SELECT nth FROM counted"), []],
    [statement("INSERT INTO counted VALUES (1)"), []],
  ])
  expect(other.prepare("SELECT nth FROM counted").raw().all()).toEqual([[1]])
  for (const each of [client, other]) each.close()
})
