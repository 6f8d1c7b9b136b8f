import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { drizzle as drizzleMysql } from "drizzle-orm/mysql2"
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import type { OpenClient } from "../open-on.ts"

export async function onPostgres(url: string): Promise<OpenClient> {
  const pool = new Pool({ connectionString: url })
  return { adapter: DrizzleAdapter(drizzlePg(pool)), close: () => pool.end() }
}

export async function onMariadb(url: string): Promise<OpenClient> {
  const pool = createPool(url)
  return { adapter: DrizzleAdapter(drizzleMysql(pool)), close: () => pool.end() }
}
