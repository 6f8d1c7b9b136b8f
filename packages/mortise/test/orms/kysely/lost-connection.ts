import { CompiledQuery, Kysely, PostgresDialect } from "kysely"
import { Client, Pool } from "pg"
import { kyselyAdapter } from "../../../src/stores/sql/orms/kysely/kysely-adapter.ts"
import { someone } from "../../support/people.ts"

/**
 * Opens a transaction, whose connection is killed between two statements, and prints `true` if the process survives.
 * The statements are those of an adapter, or of Kysely alone.
 */
const [, , url = "", who] = process.argv
const pool = new Pool({ connectionString: url }).on("error", () => {})
const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
const work = db.transaction().execute(async (transaction) => {
  const statement = () =>
    who === "mortise"
      ? kyselyAdapter(transaction).createUser(someone())
      : transaction.executeQuery(CompiledQuery.raw("SELECT 1"))
  await statement()
  await killOthers()
  // The connection reports its end while no statement runs.
  await new Promise((resolve) => setTimeout(resolve, 200))
  await statement()
})
await work.catch(() => undefined)
await pool.end()
console.log(true)

async function killOthers(): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  )
  await client.end()
}
