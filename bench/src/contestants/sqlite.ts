import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { type Database as AuthDatabase, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import { createClient } from "@libsql/client"
import { drizzle } from "drizzle-orm/libsql"
import { SqliteDialect } from "kysely"
import Database from "libsql"
import { libsqlAdapter } from "mortise/libsql"
import { migrate } from "mortise/migrate"
import { readSchema } from "../../../peers/schemas/read-schema.ts"
import type { Contestant, Engine, Measured } from "../contestant.ts"
import { sqliteLimit } from "./sqlite-limit.ts"

type Db = InstanceType<typeof Database>

const openFile = (path: string): Db => {
  const db = new Database(path)
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
  return db
}

/** Every contestant has a file of its own with the same journal and the same durability. */
const onFile = (
  name: string,
  directory: string,
  make: (path: string) => Promise<{ adapter: unknown; close(): void }>,
): Contestant => ({
  name,
  async open() {
    const { adapter, close } = await make(join(directory, `${name.replaceAll(/\W/g, "-")}.db`))
    return { adapter: adapter as Measured, close: async () => close() }
  },
})

const ours = async (path: string) => {
  const db = openFile(path)
  const adapter = libsqlAdapter(db)
  await migrate(adapter)
  return { adapter, close: () => db.close() }
}

/** The same tables, keys and indexes as ours: they are ours. */
const limit = async (path: string) => {
  const { close } = await ours(path)
  close()
  const db = openFile(path)
  return { adapter: sqliteLimit(db), close: () => db.close() }
}

const drizzled = async (path: string) => {
  const db = openFile(path)
  db.exec(await readSchema("drizzle.sql"))
  db.close()
  const client = createClient({ url: `file:${path}` })
  return { adapter: DrizzleAdapter(drizzle(client)), close: () => client.close() }
}

const kysely = async (path: string) => {
  const database = openFile(path)
  database.exec(await readSchema("kysely.sql"))
  const db = new KyselyAuth<AuthDatabase>({ dialect: new SqliteDialect({ database: database as never }) })
  return { adapter: KyselyAdapter(db), close: () => void db.destroy() }
}

export const sqlite: Engine = {
  name: "sqlite",
  about:
    "A file, WAL, synchronous = FULL. The limit is prepared statements on `libsql`, on our tables, that return the same rows.",
  async open() {
    const directory = await mkdtemp(join(tmpdir(), "mortise-bench-"))
    return {
      contestants: [
        onFile("limit (libsql)", directory, limit),
        { ...onFile("mortise/libsql", directory, ours), besideLimit: true },
        onFile("@auth/drizzle-adapter (@libsql/client)", directory, drizzled),
        onFile("@auth/kysely-adapter (libsql)", directory, kysely),
      ],
      close: () => rm(directory, { recursive: true, force: true }),
    }
  },
}
