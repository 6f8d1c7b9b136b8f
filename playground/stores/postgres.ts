import pg from "pg"
import { pgAdapter } from "../../packages/mortise/src/stores/sql/adapters/pg-adapter.ts"
import type { Place } from "./store.ts"

/** A new schema on a PostgreSQL server. Existing tables are not touched. */
export async function postgresPlace(connectionString: string, schema: string): Promise<Place> {
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`CREATE SCHEMA "${schema}"`)
  return {
    adapterName: "mortise/pg",
    async connect(options) {
      const pool = new pg.Pool({ connectionString, max: 8, options: `-c search_path=${schema}` })
      // An idle connection that the server ends must not end the playground; the next call fails instead.
      pool.on("error", () => {})
      return { adapter: pgAdapter(pool, options), client: pool, close: () => pool.end() }
    },
    remove: () => run(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`),
  }
}
