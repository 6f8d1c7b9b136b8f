import { Pool } from "pg"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import type { Adapter } from "../../../src/contract/adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"

/** A new database on a PostgreSQL server, with its tables. */
export async function openPostgresStore(): Promise<{ adapter: Adapter; close(): Promise<void> }> {
  const server = await openPostgres()
  const pool = new Pool({ connectionString: await server.database() })
  const adapter = pgAdapter(pool)
  await migrate(adapter)
  return {
    adapter,
    async close() {
      await pool.end()
      await server.close()
    },
  }
}
