import { Pool } from "pg"
import { afterAll, beforeAll } from "vitest"
import { openPg, pgSchema } from "../../../../workshop/src/official/open-pg.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { describeLifecycle } from "../lifecycle.ts"
import { thirdParty } from "../support/backends.ts"
import { shortfalls } from "./shortfalls.ts"

const server = openForTests(openPostgres)
let pool: Pool

beforeAll(async () => {
  pool = new Pool({ connectionString: await server.database(), max: 10 })
  // The server may stop before the last connection is closed.
  pool.on("error", () => {})
  await pool.query(pgSchema)
})
afterAll(async () => {
  await pool?.end()
})

describeLifecycle("@auth/pg-adapter", { ...thirdParty, open: openPg(() => pool), shortfalls: shortfalls.pg })
