import PostgresAdapter from "@auth/pg-adapter"
import type { Pool } from "pg"
import { pgSchema } from "../../../packages/workshop/src/official/open-pg.ts"
import type { Racer, RaceTables } from "./run-race.ts"

/** The part of a PGlite that `@auth/pg-adapter` needs. */
type Database = {
  query(text: string, values?: unknown[]): Promise<{ rows: object[]; affectedRows?: number }>
  exec(text: string): Promise<unknown>
}

/** The keys that the documented tables lack. */
const keys = `
ALTER TABLE users ADD UNIQUE (email);
ALTER TABLE accounts ADD UNIQUE (provider, "providerAccountId");`

/** PGlite as the client of the package `pg`, of which the adapter calls one function. */
const toPgClient = (database: Database) => ({
  async query(text: string, values: unknown[]) {
    const { rows, affectedRows = 0 } = await database.query(text, values)
    return { rows, rowCount: Math.max(rows.length, affectedRows) }
  },
})

/** Lets `work` use the package `@auth/pg-adapter` on new tables, and deletes them. Nothing else may run meanwhile. */
export async function withOfficialAdapter(
  database: Database,
  tables: RaceTables,
  work: (racer: Racer) => Promise<void>,
): Promise<void> {
  // Its statements name no schema, and Mortise has tables of the same names.
  await database.exec(`CREATE SCHEMA official; SET search_path TO official; ${pgSchema}`)
  try {
    if (tables === "with_keys") await database.exec(keys)
    await work(PostgresAdapter(toPgClient(database) as unknown as Pool) as Racer)
  } finally {
    await database.exec("RESET search_path; DROP SCHEMA official CASCADE")
  }
}
