import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "libsql"
import { libsqlAdapter } from "mortise/libsql"
import { migrate } from "mortise/migrate"
import { mysql2Adapter } from "mortise/mysql2"
import { pgAdapter } from "mortise/pg"
import { rowLevelSecurity } from "mortise/row-level-security"
import { createPool } from "mysql2/promise"
import { openMariadb } from "../../../packages/workshop/src/servers/mariadb.ts"
import { execute, openPostgres } from "../../../packages/workshop/src/servers/postgres.ts"
import type { Contestant, Engine } from "../contestant.ts"
import { setUp } from "./on-file.ts"
import { connections, type Entry, type Opened, onServer } from "./on-server.ts"
import { poolAt, versionAt } from "./postgres-ours.ts"

const tenant = "acme"

/** Without tenants, and inside one. */
const pairOf = (
  name: string,
  openAlone: (url: string) => Promise<Opened>,
  openInside: (url: string) => Promise<Opened>,
): readonly [Entry, Entry] => [
  { name, against: name, open: openAlone },
  { name: `${name} in a tenant`, besideLimit: true, against: name, open: openInside },
]

const onLibsql = pairOf(
  "mortise/libsql",
  async (path) => {
    const client = setUp(new Database(path))
    const adapter = libsqlAdapter(client)
    await migrate(adapter)
    return { adapter, close: async () => client.close() }
  },
  async (path) => {
    const client = setUp(new Database(path))
    const forTenant = libsqlAdapter(client, { tenants: true })
    await migrate(forTenant)
    return { adapter: forTenant(tenant), close: async () => client.close() }
  },
)

const poolOfMysql = (url: string) => createPool({ uri: url, connectionLimit: connections, timezone: "Z" })

const onMysql2 = pairOf(
  "mortise/mysql2",
  async (url) => {
    const pool = poolOfMysql(url)
    const adapter = mysql2Adapter(pool)
    await migrate(adapter)
    return { adapter, close: () => pool.end() }
  },
  async (url) => {
    const pool = poolOfMysql(url)
    const forTenant = mysql2Adapter(pool, { tenants: true })
    await migrate(forTenant)
    return { adapter: forTenant(tenant), close: () => pool.end() }
  },
)

const onPg = pairOf(
  "mortise/pg",
  async (url) => {
    const pool = poolAt(url)
    const adapter = pgAdapter(pool)
    await migrate(adapter)
    return { adapter, close: () => pool.end() }
  },
  async (url) => {
    const pool = poolAt(url)
    const forTenant = pgAdapter(pool, { tenants: true })
    await migrate(forTenant)
    return { adapter: forTenant(tenant), close: () => pool.end() }
  },
)

const role = "walled"

/** Behind row-level security, which does not apply to a superuser. */
const behindPolicies: Entry = {
  name: "mortise/pg in a tenant, with rowLevelSecurity",
  besideLimit: true,
  against: "mortise/pg",
  async open(url) {
    const exists = "EXCEPTION WHEN duplicate_object THEN NULL"
    await execute(
      url,
      `DO $$ BEGIN CREATE ROLE ${role} LOGIN; ${exists}; END $$`,
      `GRANT ALL ON SCHEMA public TO ${role}`,
    )
    const ownUrl = Object.assign(new URL(url), { username: role }).href
    const pool = poolAt(ownUrl)
    const forTenant = pgAdapter(pool, { tenants: rowLevelSecurity })
    await migrate(forTenant)
    return { adapter: forTenant(tenant), close: () => pool.end() }
  },
}

/** Adapters of one tenant against the same adapters without tenants. */
export const tenants: Engine = {
  name: "tenants",
  about:
    "Lookups inside a tenant, and without tenants on the same client. PostgreSQL and MariaDB on the loopback interface do not wait for their disks; a database and a pool of ten connections for each. SQLite is a file with WAL.",
  baseline: "the same adapter without tenants",
  only: ["getSessionAndUser", "getUser", "getUserByEmail", "getUserByAccount"],
  async open() {
    const [postgres, mariadb] = [await openPostgres(), await openMariadb()]
    const folder = await mkdtemp(join(tmpdir(), "mortise-bench-"))
    const onFile = ({ open, ...entry }: Entry): Contestant =>
      onServer(
        {
          database: async () => join(folder, `${entry.name.replaceAll(/\W/g, "-")}.db`),
          close: async () => {},
        },
        { ...entry, open },
      )
    const [alone, inside] = onPg
    const url = await postgres.database()
    return {
      contestants: [
        onServer(postgres, alone),
        ...[inside, behindPolicies].map((entry) => onServer(postgres, entry)),
        ...onMysql2.map((entry) => onServer(mariadb, entry)),
        ...onLibsql.map(onFile),
      ],
      version: await versionAt(url),
      env: { MORTISE_POSTGRES_URL: url, MORTISE_MARIADB_URL: await mariadb.database() },
      async close() {
        await Promise.all([postgres.close(), mariadb.close()])
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}
