import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { createClient } from "@libsql/client"
import Database from "libsql"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { durableFolder } from "../../../../workshop/src/folders.ts"
import { execute as onMariadb, startMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { execute as onPostgres, openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import type { Server } from "../../../../workshop/src/servers/server.ts"
import type { SqlAdapter } from "../../../src/index.ts"
import { libsqlAdapter } from "../../../src/stores/sql/adapters/libsql-adapter.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import type { SqlOptions } from "../../../src/stores/sql/sql-adapter.ts"
import type { EngineName } from "./official-adapters.ts"

export type Zone = "America/New_York" | "Asia/Kolkata"

/** One of our adapters on its own client. */
export type Ours = { readonly adapter: SqlAdapter; close(): Promise<unknown> }

/** An engine with the client that our adapter uses on it. */
export type TestStore = {
  open(): Promise<Server>
  execute(url: string, ...statements: readonly string[]): Promise<void>
  /** Sets the time zone of the connections that are opened from now on. */
  setZone(url: string, zone: Zone): Promise<void>
  connect(url: string, options: SqlOptions): Ours
}

/** The time zone tables of MariaDB are empty after an installation. */
async function loadZone(url: string, zone: Zone): Promise<void> {
  const { stdout } = await promisify(execFile)("mariadb-tzinfo-to-sql", [`/usr/share/zoneinfo/${zone}`, zone])
  const statements = stdout
    .split(/;\s*$/m)
    .map((text) => text.trim())
    .filter((text) => /^(INSERT|SET @)/i.test(text))
    // The zone may be loaded already.
    .map((text) => text.replace(/^INSERT INTO/i, "REPLACE INTO"))
  const mysql = new URL(url)
  mysql.pathname = "/mysql"
  await onMariadb(mysql.href, ...statements)
}

const postgres: TestStore = {
  open: openPostgres,
  execute: onPostgres,
  setZone: (url, zone) =>
    onPostgres(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET TimeZone = '${zone}'`),
  connect(url, options) {
    const pool = new Pool({ connectionString: url })
    return { adapter: pgAdapter(pool, options), close: () => pool.end() }
  },
}

const mysql: TestStore = {
  async open() {
    // The time zone is one of the server, so it is not a server that other tests use.
    const server = await startMariadb()
    const database = async () => {
      const url = await server.database()
      // The default of MySQL 8; that of MariaDB cannot hold every character.
      await onMariadb(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} CHARACTER SET utf8mb4`)
      return url
    }
    return { ...server, database }
  },
  execute: (url, ...texts) =>
    onMariadb(url, ...texts.flatMap((text) => text.split(/;\s*$/m)).filter((text) => text.trim() !== "")),
  async setZone(url, zone) {
    await loadZone(url, zone)
    await onMariadb(url, `SET GLOBAL time_zone = '${zone}'`)
  },
  connect(url, options) {
    const pool = createPool(url)
    return { adapter: mysql2Adapter(pool, options), close: () => pool.end() }
  },
}

const sqlite: TestStore = {
  async open() {
    const { folder, remove } = durableFolder()
    let count = 0
    return {
      database: async () => `file:${join(folder, `${++count}.db`)}`,
      close: async () => remove(),
    }
  },
  async execute(url, ...statements) {
    const client = createClient({ url })
    for (const text of statements) await client.executeMultiple(text)
    client.close()
  },
  // SQLite has no time zone.
  setZone: async () => {},
  connect(url, options) {
    const database = new Database(url.replace("file:", ""))
    // Without waiting for the disk: the file is only used while the test runs.
    database.exec("PRAGMA synchronous = OFF")
    return { adapter: libsqlAdapter(database, options), close: async () => database.close() }
  },
}

export const stores: Readonly<Record<EngineName, TestStore>> = { postgres, mysql, sqlite }
