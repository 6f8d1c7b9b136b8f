import { createPool as createMariadbPool } from "mariadb"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import postgres from "postgres"
import type { Adapter } from "../../src/index.ts"
import { mariadbAdapter } from "../../src/stores/sql/adapters/mariadb-adapter.ts"
import { mysql2Adapter } from "../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { postgresAdapter } from "../../src/stores/sql/adapters/postgres-adapter.ts"
import type { SqlOptions } from "../../src/stores/sql/sql-adapter.ts"
import { timeoutSeconds } from "./timeout.ts"

type Client = { readonly adapter: Adapter; close(): Promise<void> }
export type Connect = (url: string, options?: SqlOptions) => Client

export const withPg: Connect = (connectionString, options) => {
  const pool = new Pool({ connectionString, max: 8 })
  return { adapter: pgAdapter(pool, { timeoutSeconds, ...options }), close: () => pool.end() }
}

const withPostgresJs: Connect = (url, options) => {
  const sql = postgres(url, { max: 8, onnotice: () => {} })
  return {
    adapter: postgresAdapter(sql, { timeoutSeconds, ...options }),
    close: () => sql.end({ timeout: 1 }),
  }
}

const withMysql2: Connect = (uri, options) => {
  const pool = createPool({ uri, connectionLimit: 8 })
  return { adapter: mysql2Adapter(pool, { timeoutSeconds, ...options }), close: () => pool.end() }
}

const withMariadb: Connect = (url, options) => {
  // The connector cannot discard a busy connection, so this option ends it.
  const settings = "connectionLimit=8&socketTimeout=9000"
  const pool = createMariadbPool(`${url.replace("mysql:", "mariadb:")}?${settings}`)
  return { adapter: mariadbAdapter(pool, { timeoutSeconds, ...options }), close: () => pool.end() }
}

/** The clients by name, so that the processes of a load can choose one too. */
export const clients = {
  pg: withPg,
  "postgres.js": withPostgresJs,
  mysql2: withMysql2,
  mariadb: withMariadb,
} as const satisfies Readonly<Record<string, Connect>>

export type ClientName = keyof typeof clients
