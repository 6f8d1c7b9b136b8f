import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { durableFolder } from "../../../../workshop/src/folders.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { client as libsql } from "./clients/libsql.ts"
import { file as libsqlClient } from "./clients/libsql-client.ts"

const { folder, remove } = durableFolder()
afterAll(remove)

describe.each([
  ["libsql", libsql],
  ["@libsql/client", libsqlClient],
])("write-ahead logging, through %s", (name, client) => {
  test("is left off while another connection writes, and lookups are answered", async () => {
    const file = join(folder, `${name.replace("/", "-")}.db`)
    const writer = await libsql.open(file)
    await migrate(writer.adapter())
    const user = await writer.adapter().createUser({ email: "ada@example.com" })
    expect(await writer.all("PRAGMA journal_mode = DELETE")).toEqual([["delete"]])
    const writing = await writer.begin()

    const other = await client.open(file)
    expect(await other.adapter().getUser(user.id)).toEqual(user)
    expect(await other.all("PRAGMA journal_mode")).toEqual([["delete"]])
    await writing.rollback()
    await other.close()
    await writer.close()
  })
})
