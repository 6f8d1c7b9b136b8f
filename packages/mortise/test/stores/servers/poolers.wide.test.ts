import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../../../src/index.ts"
import { pgAdapter } from "../../../src/stores/sql/drivers/pg/pg-adapter.ts"
import { postgresAdapter } from "../../../src/stores/sql/drivers/postgres/postgres-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn } from "../../support/people.ts"
import { type Pooler, startPgbouncer } from "../../support/servers/pgbouncer.ts"
import { startPostgres } from "../../support/servers/postgres.ts"
import { suiteOptions } from "../../support/tier.ts"
import { conform } from "./support/conform.ts"

const server = openForTests(startPostgres)
let pooler: Pooler
beforeAll(async () => {
  const url = await server.database()
  pooler = await startPgbouncer(url)
  const pool = new Pool({ connectionString: pooler.url })
  await migrate(pgAdapter(pool))
  await pool.end()
})
afterAll(async () => {
  await pooler?.close()
})

type Opened = { adapter: Adapter; close(): Promise<unknown> }
const quiet = { onWarning: () => {} }
const clients: Record<string, () => Opened> = {
  "pg, detected": () => {
    const pool = new Pool({ connectionString: pooler.url })
    return { adapter: pgAdapter(pool, quiet), close: () => pool.end() }
  },
  "pg, with its option": () => {
    const pool = new Pool({ connectionString: pooler.url })
    return { adapter: pgAdapter(pool, { ...quiet, prepare: false }), close: () => pool.end() }
  },
  "postgres.js, detected": () => {
    const sql = postgres(pooler.url)
    return { adapter: postgresAdapter(sql, quiet), close: () => sql.end({ timeout: 1 }) }
  },
  "postgres.js, with its option": () => {
    const sql = postgres(pooler.url, { prepare: false })
    return { adapter: postgresAdapter(sql, quiet), close: () => sql.end({ timeout: 1 }) }
  },
}

describe.each(Object.entries(clients))("behind pgbouncer in transaction mode, %s", (_, open) => {
  test("many concurrent calls that detect it together all succeed", async () => {
    const { adapter, close } = open()
    const { user, session } = await signIn(adapter)
    const found = await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        nth % 2 ? adapter.getUser(user.id) : adapter.getSessionAndUser(session.sessionToken),
      ),
    )
    expect(found).toEqual(found.map((_, nth) => (nth % 2 ? user : { session, user })))
    await close()
  })

  test("the whole suite passes", () => conform(open, suiteOptions), 300_000)
})
