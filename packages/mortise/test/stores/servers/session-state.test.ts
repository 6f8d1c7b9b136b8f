import { readFile } from "node:fs/promises"
import { Pool } from "pg"
import postgres from "postgres"
import { describe, expect, test } from "vitest"
import { startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import type { SqlAdapter } from "../../../src/index.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { postgresAdapter } from "../../../src/stores/sql/adapters/postgres-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { everyOperation, everythingElse } from "./support/every-operation.ts"

type Opened = { readonly adapter: SqlAdapter; close(): Promise<unknown> }

const clients: Readonly<Record<string, (url: string, prepare: boolean) => Opened>> = {
  pg: (connectionString, prepare) => {
    const pool = new Pool({ connectionString })
    return { adapter: pgAdapter(pool, { prepare }), close: () => pool.end() }
  },
  "postgres.js": (url, prepare) => {
    const sql = postgres(url, { prepare })
    return { adapter: postgresAdapter(sql), close: () => sql.end() }
  },
}

// A pooler must keep a connection to itself after these, or loses what they did.
const keepsState =
  /^(SET|RESET|LISTEN|PREPARE|EXECUTE|DEALLOCATE|DISCARD|DECLARE|LOAD|LOCK)\b|\bTEMP(ORARY)?\b|\bpg_(try_)?advisory_lock|\b(nextval|setval|set_config)\(/i

const server = openForTests(() => startPostgres({ settings: ["log_statement=all", "log_line_prefix=%d "] }))

describe.each(Object.entries(clients))("what %s leaves on its connections", (_, open) => {
  /** The statements that were sent to a database, with the names under which they were prepared. */
  async function sentTo(url: string) {
    const prefix = `${new URL(url).pathname.slice(1)} LOG:  `
    return (await readFile(server.log, "utf8")).split("\n").flatMap((line) => {
      const [, name = "", text = ""] =
        /^(?:statement|execute (.+?)): (.*)/.exec(line.split(prefix)[1] ?? "") ?? []
      return text === "" ? [] : [{ name: name === "<unnamed>" ? "" : name, text }]
    })
  }

  async function use(prepare: boolean) {
    const url = await server.database()
    const { adapter, close } = open(url, prepare)
    await migrate(adapter)
    const migrated = await sentTo(url)
    const calls = [...(await everyOperation(adapter)), ...(await everythingElse(adapter))]
    await Promise.all(calls.map(([, call]) => call()))
    await close()
    return { migrated, called: (await sentTo(url)).slice(migrated.length) }
  }

  test("is nothing, without prepared statements", async () => {
    const { migrated, called } = await use(false)
    expect(called.length).toBeGreaterThan(50)
    for (const { name, text } of [...migrated, ...called]) {
      expect(text).not.toMatch(keepsState)
      expect(name).toBe("")
    }
  })

  test("is only named statements, and no operation is a transaction", async () => {
    const { migrated, called } = await use(true)
    for (const { text } of [...migrated, ...called]) expect(text).not.toMatch(keepsState)
    expect(called.filter(({ name }) => name !== "").length).toBeGreaterThan(20)
    expect(called.filter(({ text }) => /^(begin|start|savepoint)/i.test(text))).toEqual([])
    expect(migrated.map(({ text }) => text.toLowerCase().trim())).toContain("begin")
  })
})
