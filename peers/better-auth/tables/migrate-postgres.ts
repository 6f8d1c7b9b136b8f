import { getMigrations } from "better-auth/db/migration"
import { Pool } from "pg"
import { peerOptions } from "../peer-options.ts"

/** Creates Better Auth's own tables, for adapters that leave the tables to their users. */
export async function migratePostgres(url: string): Promise<void> {
  const database = new Pool({ connectionString: url })
  const { runMigrations } = await getMigrations({ ...peerOptions, database })
  await runMigrations()
  await database.end()
}
