import { join } from "node:path"
import { createClient } from "@libsql/client"
import { onTestFinished, test } from "vitest"
import { quickFolder } from "../../../workshop/src/folders.ts"
import { defineSchema } from "../../src/index.ts"
import { split } from "../../src/layers/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { expectSuite } from "./support/expect-suite.ts"

test("the suite passes on two SQLite files, with ids that one of them creates", async () => {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  let opened = 0
  const open = async (ids: "serial" | "given") => {
    const client = createClient({ url: `file:${join(folder, `${++opened}.db`)}` })
    const adapter = libsqlAdapter(client, { onWarning: false, schema: defineSchema({ ids }) })
    await migrate(adapter)
    return { adapter, client }
  }
  await expectSuite(async () => {
    const [users, sessions] = [await open("serial"), await open("given")]
    const close = async () => {
      users.client.close()
      sessions.client.close()
    }
    const adapter = split({ users: users.adapter, sessions: sessions.adapter })
    return { adapter, close }
  })
}, 300_000)
