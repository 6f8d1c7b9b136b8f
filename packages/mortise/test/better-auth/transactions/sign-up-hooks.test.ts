import { join } from "node:path"
import { Kysely, SqliteDialect } from "kysely"
import Database from "libsql"
import { expect, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { createTables, signUpWithHook } from "./sign-up.ts"

async function open() {
  const { folder, remove } = quickFolder()
  const client = new Database(join(folder, "auth.db"))
  onTestFinished(() => {
    client.close()
    remove()
  })
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: client as never }) })
  await createTables({ db, type: "sqlite" })
  return { client, db }
}

test("a sign-up hook reads through the adapter on SQLite's only connection", async () => {
  const { client } = await open()
  await signUpWithHook(mortiseDatabase(client), 3)
  expect(client.prepare("SELECT count(*) FROM user").raw().all()).toEqual([[3]])
})
