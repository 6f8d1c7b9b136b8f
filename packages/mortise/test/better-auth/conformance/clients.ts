import { PGlite } from "@electric-sql/pglite"
import { createClient } from "@libsql/client"
import type { BetterAuthSetup } from "@mortise/conformance/better-auth"
import type { BetterAuthOptions } from "better-auth"
import Database from "libsql"
import { createPool as createMariadbPool } from "mariadb"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import postgres from "postgres"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { posingAsMysql } from "../../support/engines.ts"

type Opened = {
  readonly client: object
  /** The client that creates the tables, if it is another one. */
  readonly migrating?: object
  close(): unknown
}

/** Opens a client on a URL, or on a file of SQLite. */
type Open = (url: string) => Opened

const onMysql2 = (uri: string) => {
  const pool = createPool({ uri, connectionLimit: 10 })
  return { pool, close: () => pool.end() }
}

/** The clients that several processes can open on one database. */
export const clients = {
  libsql(file) {
    const client = new Database(file)
    client.pragma("busy_timeout = 20000")
    return { client, close: () => client.close() }
  },
  "@libsql/client"(file) {
    const client = createClient({ url: `file:${file}` })
    return { client, close: () => client.close() }
  },
  pg(url) {
    const client = new Pool({ connectionString: url, max: 10 })
    return { client, close: () => client.end() }
  },
  postgres(url) {
    const client = postgres(url, { max: 10, onnotice: () => {} })
    return { client, close: () => client.end({ timeout: 1 }) }
  },
  mysql2(url) {
    const { pool, close } = onMysql2(url)
    return { client: pool, close }
  },
  "mysql2 as on MySQL"(url) {
    const { pool, close } = onMysql2(url)
    // MariaDB has other collations than MySQL.
    return { client: posingAsMysql(pool), migrating: pool, close }
  },
  mariadb(url) {
    const settings = "connectionLimit=10&acquireTimeout=20000&connectTimeout=20000"
    const client = createMariadbPool(`${url.replace(/^mysql:/, "mariadb:")}?${settings}`)
    return { client, close: () => client.end() }
  },
} satisfies Record<string, Open>

export type ClientName = keyof typeof clients

/** Our adapter on a client, with the tables that our migrations create. */
export function setupOn({ client, migrating = client, close }: Opened): BetterAuthSetup {
  const database = mortiseDatabase(client)
  const tables = mortiseDatabase(migrating)
  let closing: Promise<unknown> | undefined
  const closeOnce = () => {
    closing ??= Promise.resolve(close())
    return closing
  }
  return {
    database,
    migrate: (options: BetterAuthOptions) => migrate({ options: { ...options, database: tables } }),
    outage: closeOnce,
    close: closeOnce,
  }
}

/** The same on a PostgreSQL of its own, in this process. */
export async function setupOnPglite(): Promise<BetterAuthSetup> {
  const client = await PGlite.create()
  return setupOn({ client, close: () => client.close() })
}
