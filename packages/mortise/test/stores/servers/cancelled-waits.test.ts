import { Client, Pool } from "pg"
import postgres from "postgres"
import { beforeAll, expect, test } from "vitest"
import { execute, startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { type Adapter, manifest } from "../../../src/index.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { postgresAdapter } from "../../../src/stores/sql/adapters/postgres-adapter.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someone, someToken } from "../../support/people.ts"
import { postgresTables } from "../../support/tables.ts"

const server = openForTests(() => startPostgres({ settings: ["synchronous_commit=on"] }))
let url: string
beforeAll(async () => {
  url = await server.database()
  await execute(url, ...postgresTables())
  // No such standby exists, so every write waits.
  await execute(
    url,
    "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'",
    "SELECT pg_reload_conf()",
  )
})

/** Cancels every wait for synchronous replication until the work has ended. */
async function cancellingWaits<T>(work: Promise<T>): Promise<T> {
  const canceller = new Client({ connectionString: url })
  await canceller.connect()
  let isOver = false
  const settled = work.finally(() => {
    isOver = true
  })
  settled.catch(() => {})
  while (!isOver)
    await canceller.query(
      "SELECT pg_cancel_backend(pid), pg_sleep(0.05) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
    )
  await canceller.end()
  return settled
}

async function expectIndeterminate(adapter: Adapter): Promise<void> {
  const user = someone()
  const { message } = await failure(cancellingWaits(adapter.createUser(user)), "indeterminate")
  expect(message).toContain("synchronous replication")
  // It was applied, and the connection serves the next call.
  expect(await adapter.getUserByEmail(user.email)).toMatchObject(user)
  await failure(cancellingWaits(adapter.createVerificationToken(someToken())), "indeterminate")
}

test("a write of pg whose wait for a standby was cancelled is indeterminate", async () => {
  const pool = new Pool({ connectionString: url })
  const adapter = pgAdapter(pool)
  await expectIndeterminate(adapter)
  expect(manifest(adapter)?.cancelledReplicationWaits).toBe("reported")
  await pool.end()
})

test("a write of a single client of pg whose wait for a standby was cancelled is indeterminate", async () => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await expectIndeterminate(pgAdapter(client, { prepare: false }))
  await client.end()
})

test("postgres.js hides that a wait for a standby was cancelled, and the manifest shows it", async () => {
  const sql = postgres(url, { onnotice: () => {} })
  const adapter = postgresAdapter(sql)
  await expect(cancellingWaits(adapter.createUser(someone()))).resolves.toMatchObject({ emailVerified: null })
  expect(manifest(adapter)?.cancelledReplicationWaits).toBe("hidden")
  await sql.end()
})
