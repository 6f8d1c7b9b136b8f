import { defineSchema } from "../../../packages/mortise/src/index.ts"
import { pgliteAdapter } from "../../../packages/mortise/src/stores/sql/adapters/pglite-adapter.ts"
import { migrate } from "../../../packages/mortise/src/stores/sql/migrate/index.ts"
import type { Racer } from "./run-race.ts"

type Database = Parameters<typeof pgliteAdapter>[0] & { exec(text: string): Promise<unknown> }

/** Lets `work` use Mortise on new tables, and deletes them. */
export async function withMortise(database: Database, work: (racer: Racer) => Promise<void>): Promise<void> {
  const adapter = pgliteAdapter(database, { schema: defineSchema({ pgSchema: "race" }) })
  await migrate(adapter)
  try {
    await work(adapter)
  } finally {
    await database.exec("DROP SCHEMA race CASCADE")
  }
}
