import { join } from "node:path"
import { createClient } from "@libsql/client"
import { Pool } from "pg"
import { describe, expect, test } from "vitest"
import { quickFolder } from "../../../workshop/src/folders.ts"
import { startPostgres } from "../../../workshop/src/servers/postgres.ts"
import type { Adapter } from "../../src/index.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { findCanaries, writeCanaries } from "./support/canaries.ts"
import { all } from "./support/stacks.ts"

const hidden = "SEC-I2 no secret is in the files of a database that was created with the layers"
const shown = "without layers, the search finds them"

describe("SQLite, with its write-ahead log", () => {
  const search = async (add: (adapter: Adapter) => Adapter) => {
    const { folder, remove } = quickFolder()
    const client = createClient({ url: `file:${join(folder, "auth.db")}` })
    await client.execute("PRAGMA journal_mode = WAL")
    const adapter = libsqlAdapter(client)
    await migrate(adapter)
    const canaries = await writeCanaries(add(adapter))
    const whileOpen = await findCanaries(folder, canaries)
    await client.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    const afterwards = await findCanaries(folder, canaries)
    client.close()
    remove()
    return new Set([...whileOpen, ...afterwards])
  }

  test(hidden, async () => expect([...(await search(all))]).toEqual([]))
  test(shown, async () => expect((await search((adapter) => adapter)).size).toBeGreaterThan(10))
})

describe("PostgreSQL, with its write-ahead log", () => {
  const server = openForTests(startPostgres)

  const search = async (add: (adapter: Adapter) => Adapter) => {
    const pool = new Pool({ connectionString: await server.database() })
    const adapter = pgAdapter(pool)
    await migrate(adapter)
    const canaries = await writeCanaries(add(adapter))
    await pool.query("CHECKPOINT")
    const { rows } = await pool.query("SHOW data_directory")
    await pool.end()
    return findCanaries(rows[0].data_directory, canaries)
  }

  test(hidden, async () => expect(await search(all)).toEqual([]), 60_000)
  test(shown, async () => expect((await search((adapter) => adapter)).length).toBeGreaterThan(10), 60_000)
})
