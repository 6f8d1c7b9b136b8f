import { createClient } from "@libsql/client"
import { drizzle as drizzleLibsql } from "drizzle-orm/libsql"
import { drizzle as drizzleMysql } from "drizzle-orm/mysql2"
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import type { Rewrite } from "./rewrite.ts"

type Table = never
type Database = {
  select(): { from(table: Table): Promise<object[]> }
  delete(table: Table): Promise<unknown>
  insert(table: Table): { values(rows: never): Promise<unknown> }
}

/** Reads, deletes and inserts all rows with Drizzle. */
export const rewriteWithDrizzle: Rewrite = async (engine, url, file) => {
  const tables: Table[] = Object.values(await import(file))
  const { db, close } = open[engine](url)
  const rows = []
  for (const table of tables) rows.push(await db.select().from(table))
  for (const table of tables) await db.delete(table)
  for (const [nth, table] of tables.entries()) await db.insert(table).values(rows[nth] as never)
  await close()
  return rows.flat()
}

const open = {
  postgres(url: string) {
    const pool = new Pool({ connectionString: url })
    return { db: drizzlePg(pool) as unknown as Database, close: () => pool.end() }
  },
  mysql(url: string) {
    const pool = createPool(url)
    return { db: drizzleMysql(pool) as unknown as Database, close: () => pool.end() }
  },
  sqlite(url: string) {
    const client = createClient({ url })
    return { db: drizzleLibsql(client) as unknown as Database, close: async () => client.close() }
  },
}
