import { createClient } from "@libsql/client"
import { betterAuth } from "better-auth"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { mortiseDatabase } from "../../../packages/mortise/src/better-auth/index.ts"
import { migrateBetterAuth } from "../../../packages/mortise/src/better-auth/migrate/index.ts"
import { hasTables, type OpenClient } from "../open-on.ts"
import { peerOptions } from "../peer-options.ts"

async function open(client: object) {
  const database = mortiseDatabase(client)
  await migrateBetterAuth(betterAuth({ ...peerOptions, database }))
  return database
}

export async function onSqlite() {
  const client = createClient({ url: ":memory:" })
  return { database: await open(client), ...hasTables, close: () => client.close() }
}

export async function onPostgres(url: string): Promise<OpenClient> {
  const client = new Pool({ connectionString: url })
  return { database: await open(client), close: () => client.end() }
}

export async function onMariadb(url: string): Promise<OpenClient> {
  const client = createPool(url)
  return { database: await open(client), close: () => client.end() }
}
