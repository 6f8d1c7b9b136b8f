import { PGlite } from "@electric-sql/pglite"
import { createPool as createMariadbPool } from "mariadb"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import postgres from "postgres"
import { describe, expect, test } from "vitest"
import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { mariadbAdapter } from "../../../src/stores/sql/adapters/mariadb-adapter.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { pgliteAdapter } from "../../../src/stores/sql/adapters/pglite-adapter.ts"
import { postgresAdapter } from "../../../src/stores/sql/adapters/postgres-adapter.ts"
import {
  type Connected,
  type Engine,
  mariadb,
  mysql2,
  newDatabase,
  pg,
  postgresJs,
} from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { postgresTables } from "../../support/tables.ts"
import { conform } from "./support/conform.ts"

const patience = 300_000

/** The engines, with adapters that get their client from a function. */
const engines: readonly Engine[] = [
  {
    ...pg,
    connect(url) {
      const pool = new Pool({ connectionString: url })
      return { adapter: (options) => pgAdapter(async () => pool, options), close: () => pool.end() }
    },
  },
  {
    ...postgresJs,
    connect(url) {
      const sql = postgres(url, { onnotice: () => {} })
      return {
        adapter: (options) => postgresAdapter(() => sql, options),
        close: () => sql.end({ timeout: 1 }),
      }
    },
  },
  {
    ...mysql2,
    connect(url) {
      const pool = createPool({ uri: url })
      return { adapter: (options) => mysql2Adapter(() => pool, options), close: () => pool.end() }
    },
  },
  {
    ...mariadb,
    connect(url) {
      const pool = createMariadbPool(`${url.replace(/^mysql:/, "mariadb:")}?acquireTimeout=3000`)
      return { adapter: (options) => mariadbAdapter(async () => pool, options), close: () => pool.end() }
    },
  },
]

const closed = ({ adapter, close }: Connected) => ({
  adapter: adapter({ onWarning: () => {} }),
  close: () => close().catch(() => {}),
  outage: close,
})

describe.each(engines)("a function that returns a client of $name", { timeout: patience }, (engine) => {
  const server = openForTests(engine.serve)

  test("passes the suite", () =>
    conform(async () => closed(engine.connect(await newDatabase(engine, server))), suiteOptions))
})

test("a function that returns a PGlite works", { timeout: patience }, async () => {
  const client = await PGlite.create()
  for (const text of postgresTables()) await client.exec(text)
  const adapter = pgliteAdapter(() => client)
  const user = await adapter.createUser({
    id: crypto.randomUUID(),
    email: "\uFEFFada@example.com",
    emailVerified: null,
  })
  expect(await adapter.getUser(user.id)).toEqual(user)
  await client.close()
})

test("a pool for each call works", { timeout: patience }, async () => {
  const server = await pg.serve()
  const url = await newDatabase(pg, server)
  const pools: Pool[] = []
  const adapter = pgAdapter(() => {
    const pool = new Pool({ connectionString: url, max: 1 })
    pools.push(pool)
    return pool
  })
  const people = await Promise.all(
    ["a", "b", "c"].map((name) =>
      adapter.createUser({ id: crypto.randomUUID(), email: `${name}@example.com`, emailVerified: null }),
    ),
  )
  const found = await Promise.all(people.map(({ id }) => adapter.getUser(id)))
  expect(found).toEqual(people)
  for (const pool of pools) await pool.end()
  await server.close()
})
