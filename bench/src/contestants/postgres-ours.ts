import { migrate } from "mortise/migrate"
import { pgAdapter } from "mortise/pg"
import { postgresAdapter } from "mortise/postgres"
import { Pool } from "pg"
import postgres from "postgres"
import { connections, type Entry } from "./on-server.ts"
import { pgLimit, postgresLimit } from "./postgres-limit.ts"

export const poolAt = (url: string): Pool => {
  const pool = new Pool({ connectionString: url, max: connections })
  // The server stops before its clients when a run is interrupted.
  pool.on("error", () => {})
  return pool
}

export async function versionAt(url: string): Promise<string> {
  const pool = poolAt(url)
  const { rows } = await pool.query<{ server_version: string }>("SHOW server_version")
  await pool.end()
  return `PostgreSQL ${rows[0]?.server_version.split(" ")[0]}`
}

const sqlAt = (url: string) => postgres(url, { max: connections, onnotice: () => {} })

/** Both use our tables, with our keys and indexes. */
const onPg = async (url: string, make: (pool: Pool) => unknown) => {
  const pool = poolAt(url)
  await migrate(pgAdapter(pool))
  return { adapter: make(pool), close: () => pool.end() }
}

const onPostgresJs = async (url: string, make: (sql: ReturnType<typeof sqlAt>) => unknown) => {
  const sql = sqlAt(url)
  await migrate(postgresAdapter(sql))
  return { adapter: make(sql), close: () => sql.end() }
}

export const limitPg: Entry = { name: "limit (pg)", open: (url) => onPg(url, pgLimit) }
export const oursPg: Entry = {
  name: "mortise/pg",
  besideLimit: true,
  open: (url) => onPg(url, (pool) => pgAdapter(pool)),
}
export const limitPostgresJs: Entry = {
  name: "limit (postgres.js)",
  open: (url) => onPostgresJs(url, postgresLimit),
}
export const oursPostgresJs: Entry = {
  name: "mortise/postgres",
  besideLimit: true,
  against: limitPostgresJs.name,
  open: (url) => onPostgresJs(url, (sql) => postgresAdapter(sql)),
}
