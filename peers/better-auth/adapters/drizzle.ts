import { createClient } from "@libsql/client"
import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { drizzle as drizzleLibsql } from "drizzle-orm/libsql"
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres"
import { openPool } from "../open-pool.ts"
import type { BetterAuthPeer } from "../peer.ts"
import { drizzleTables } from "../tables/drizzle.ts"

async function onSqlite() {
  const client = createClient({ url: ":memory:" })
  const { schema, statements } = await drizzleTables("sqlite")
  for (const statement of statements) await client.execute(statement)
  const database = drizzleAdapter(drizzleLibsql(client, { schema }), { provider: "sqlite", schema })
  return { database, close: () => client.close() }
}

async function onPostgres(url: string) {
  const pool = openPool(url)
  const { schema, statements } = await drizzleTables("pg")
  for (const statement of statements) await pool.query(statement)
  const database = drizzleAdapter(drizzlePg(pool, { schema }), { provider: "pg", schema })
  return { database, close: () => pool.end() }
}

const note =
  "The schema that Better Auth's command line generates, and drizzle-kit's tables of it. Default options, so without transactions."

export const peer = {
  package: "@better-auth/drizzle-adapter",
  from: "Better Auth",
  stores: {
    sqlite: { clients: ["drizzle-orm", "@libsql/client"], note: `In memory. ${note}`, open: onSqlite },
    postgres: { clients: ["drizzle-orm", "pg"], note, open: onPostgres },
  },
} satisfies BetterAuthPeer
