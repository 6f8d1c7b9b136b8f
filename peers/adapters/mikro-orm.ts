import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defaultEntities, MikroOrmAdapter } from "@auth/mikro-orm-adapter"
import { BetterSqliteDriver } from "@mikro-orm/better-sqlite"
import { MikroORM } from "@mikro-orm/core"
import type { OpenPeer } from "../peer.ts"

type Disconnectable = ReturnType<typeof MikroOrmAdapter> & { __disconnect(): Promise<void> }
type Connection = { pragma(source: string): unknown }

const tables = ["verification_token", "session", "account", "user"]

/** Turns off durability: the file is only used while the process runs. */
function skipDiskFlush(connection: Connection, done: (error: null, connection: Connection) => void): void {
  connection.pragma("synchronous = OFF")
  connection.pragma("journal_mode = MEMORY")
  done(null, connection)
}

export async function open(): Promise<OpenPeer> {
  const folder = await mkdtemp(join(tmpdir(), "mortise-peer-"))
  // The adapter opens its own connection, so a second connection creates and empties the tables.
  const options = () => ({
    driver: BetterSqliteDriver,
    dbName: join(folder, "auth.sqlite"),
    entities: Object.values(defaultEntities),
    cache: { enabled: false },
    driverOptions: { pool: { afterCreate: skipDiskFlush } },
  })
  const adapter = MikroOrmAdapter(options()) as Disconnectable
  const orm = await MikroORM.init(options())
  await orm.getSchemaGenerator().createSchema()
  // Two concurrent first calls would open two connections. This call opens the connection before.
  await adapter.getUser?.("unknown")
  return {
    adapter,
    reset: async () => {
      for (const table of tables) await orm.em.getConnection().execute(`DELETE FROM "${table}"`)
    },
    close: async () => {
      await orm.close()
      await adapter.__disconnect()
      await rm(folder, { recursive: true })
    },
  }
}
