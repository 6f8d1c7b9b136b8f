import { PGlite } from "@electric-sql/pglite"
import { createClient } from "@libsql/client"
import type { BetterAuthSetup } from "@mortise/conformance/better-auth"
import Database from "libsql"
import { createPool as createMariadbPool } from "mariadb"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import postgres from "postgres"
import { posingAsMysql } from "../../support/engines.ts"
import { type Opened, setupOn } from "./setup-on.ts"

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

/** Our adapter on a PostgreSQL of its own, in this process. */
export async function setupOnPglite(): Promise<BetterAuthSetup> {
  const client = await PGlite.create()
  return setupOn({ client, close: () => client.close() })
}
