import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { PGlite } from "@electric-sql/pglite"
import { createClient } from "@libsql/client"
import Database from "libsql"
import { describe, expect, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import type { Driver } from "../../../src/sql/driver.ts"
import { nativeClient } from "../../../src/sql/orms/connections/native-client.ts"
import { statement } from "../../../src/sql/statement.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { createThings, transactionCases } from "./cases.ts"

const newFile = (): string => {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  return join(folder, "auth.db")
}

const sqliteClients: readonly [name: string, open: () => { close(): unknown }][] = [
  ["libsql", () => new Database(newFile())],
  ["@libsql/client on a file", () => createClient({ url: `file:${newFile()}` })],
  ["@libsql/client in memory", () => createClient({ url: ":memory:" })],
]

const driverOf = (client: object): Driver => {
  const driver = nativeClient(client)?.driver
  if (!driver) throw new Error("No driver recognizes this client.")
  return driver
}

describe.each(sqliteClients)("transactions of %s", (_, open) => {
  test.each(Object.entries(transactionCases))("%s", async (_, run) => {
    const client = open()
    onTestFinished(() => void client.close())
    const driver = driverOf(client)
    await driver.run(statement(createThings), [])
    await run({ driver, parameter: "?" })
  })
})

test("a transaction of @libsql/client on a file begins once another connection has written", async () => {
  const file = newFile()
  const client = createClient({ url: `file:${file}` })
  const other = new Database(file)
  onTestFinished(() => {
    client.close()
    other.close()
  })
  const { run, transaction } = driverOf(client)
  await run(statement(createThings), [])
  other.exec("BEGIN IMMEDIATE")
  const counted = transaction?.(async (inside) => inside.run(statement("SELECT count(*) FROM things"), []))
  await Promise.all([counted, delay(50).then(() => other.exec("COMMIT"))])
  expect((await counted)?.rows).toEqual([[0]])
})

describe("transactions of PGlite", () => {
  const pglite = openForTests(async () => {
    const client = await PGlite.create()
    return { client, close: () => client.close() }
  })
  test.each(Object.entries(transactionCases))("%s", async (_, run) => {
    const driver = driverOf(pglite.client)
    await driver.run(statement(createThings), [])
    onTestFinished(async () => void (await driver.run(statement("DROP TABLE things"), [])))
    await run({ driver, parameter: "$1" })
  })
})
