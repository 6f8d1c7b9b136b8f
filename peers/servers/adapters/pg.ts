import PostgresAdapter from "@auth/pg-adapter"
import { Pool } from "pg"
import type { OpenClient } from "../open-on.ts"

export async function onPostgres(url: string): Promise<OpenClient> {
  const pool = new Pool({ connectionString: url })
  return { adapter: PostgresAdapter(pool), close: () => pool.end() }
}
