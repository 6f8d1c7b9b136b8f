import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defaultEntities, MikroOrmAdapter } from "@auth/mikro-orm-adapter"
import { BetterSqliteDriver } from "@mikro-orm/better-sqlite"
import { MikroORM, type Options } from "@mikro-orm/core"
import { MariaDbDriver } from "@mikro-orm/mariadb"
import { PostgreSqlDriver } from "@mikro-orm/postgresql"
import type { AuthJsPeer } from "../peer.ts"

type Disconnectable = ReturnType<typeof MikroOrmAdapter> & { __disconnect(): Promise<void> }
type Connection = { pragma(source: string): unknown }

async function openOn(settings: () => Options) {
  // The adapter opens its own connection and changes its options, so another connection creates the tables.
  const options = () => ({
    ...settings(),
    entities: Object.values(defaultEntities),
    cache: { enabled: false },
  })
  const orm = await MikroORM.init(options())
  await orm.getSchemaGenerator().createSchema()
  await orm.close()
  const adapter = MikroOrmAdapter(options()) as Disconnectable
  // Two concurrent first calls would open two connections. This call opens the connection before.
  await adapter.getUser?.("unknown")
  return { adapter, close: () => adapter.__disconnect() }
}

/** Turns off durability: the file is only used while the process runs. */
function skipDiskFlush(connection: Connection, done: (error: null, connection: Connection) => void): void {
  connection.pragma("synchronous = OFF")
  connection.pragma("journal_mode = MEMORY")
  done(null, connection)
}

async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), "mortise-peer-"))
  const { adapter, close } = await openOn(() => ({
    driver: BetterSqliteDriver,
    dbName: join(folder, "auth.sqlite"),
    driverOptions: { pool: { afterCreate: skipDiskFlush } },
  }))
  return { adapter, close: () => close().then(() => rm(folder, { recursive: true })) }
}

const note = "The entities of the adapter on MikroORM 5, the major version that it supports"

export const peer = {
  package: "@auth/mikro-orm-adapter",
  from: "Auth.js",
  stores: {
    sqlite: {
      clients: ["@mikro-orm/core", "libsql"],
      note: `A file. ${note}; libsql replaces better-sqlite3.`,
      open: openFile,
    },
    postgres: {
      clients: ["@mikro-orm/core", "@mikro-orm/postgresql"],
      note: `${note}.`,
      open: (clientUrl: string) => openOn(() => ({ clientUrl, driver: PostgreSqlDriver })),
    },
    mariadb: {
      clients: ["@mikro-orm/core", "@mikro-orm/mariadb"],
      note: `${note}.`,
      open: (clientUrl: string) => openOn(() => ({ clientUrl, driver: MariaDbDriver })),
    },
  },
} satisfies AuthJsPeer
