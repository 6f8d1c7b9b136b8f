import { createClient } from "@libsql/client"
import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { drizzle as drizzleLibsql } from "drizzle-orm/libsql"
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres"
import { hasTables, type OpenClient } from "../open-on.ts"
import { openPool } from "../open-pool.ts"
import { drizzleTables } from "../tables/drizzle.ts"

export async function onSqlite() {
  const client = createClient({ url: ":memory:" })
  const { schema, statements } = await drizzleTables("sqlite")
  for (const statement of statements) await client.execute(statement)
  const database = drizzleAdapter(drizzleLibsql(client, { schema }), { provider: "sqlite", schema })
  return { database, ...hasTables, close: () => client.close() }
}

export async function onPostgres(url: string): Promise<OpenClient> {
  const pool = openPool(url)
  const { schema, statements } = await drizzleTables("pg")
  for (const statement of statements) await pool.query(statement)
  const database = drizzleAdapter(drizzlePg(pool, { schema }), { provider: "pg", schema })
  return { database, close: () => pool.end() }
}
