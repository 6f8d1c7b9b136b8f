import { Pool } from "pg"
import { afterAll, beforeAll } from "vitest"
import { rowsOf } from "../../../workshop/src/adapters/rows-of.ts"
import { openPostgres } from "../../../workshop/src/servers/postgres.ts"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { describeLifecycle } from "./lifecycle.ts"

const server = openForTests(openPostgres)
let pool: Pool

beforeAll(async () => {
  pool = new Pool({ connectionString: await server.database(), max: 10 })
  await migrate(pgAdapter(pool))
})
afterAll(async () => {
  await pool?.end()
})

// Every case also runs on the store in memory, so only a full run repeats those that depend on no store.
describeLifecycle(
  "PostgreSQL",
  {
    lacks: [],
    async open({ now }) {
      // TRUNCATE creates a new file for each table and index, which takes longer than most cases.
      await pool.query("DELETE FROM users; DELETE FROM verification_tokens; DELETE FROM slots")
      const adapter = pgAdapter(pool, { now, onWarning: () => {} })
      return { adapter, rows: rowsOf(adapter), close: async () => {} }
    },
  },
  isFullRun ? "all" : "store",
)
