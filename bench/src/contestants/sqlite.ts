import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { type Database as AuthDatabase, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import { createClient } from "@libsql/client"
import { drizzle } from "drizzle-orm/libsql"
import { SqliteDialect } from "kysely"
import Database from "libsql"
import { libsqlAdapter } from "mortise/libsql"
import { migrate } from "mortise/migrate"
import { readSchema } from "../../../packages/workshop/src/official/schemas/read-schema.ts"
import type { Engine } from "../contestant.ts"
import { type FileEntry, onFiles, setUp } from "./on-file.ts"
import { sqliteLimit } from "./sqlite-limit.ts"

const openFile = (path: string) => setUp(new Database(path))

const ours: FileEntry = {
  name: "mortise/libsql",
  besideLimit: true,
  async open(path) {
    const db = openFile(path)
    const adapter = libsqlAdapter(db)
    await migrate(adapter)
    return { adapter, close: () => db.close() }
  },
}

/** On our tables, so that keys and indexes are the same. */
const limit: FileEntry = {
  name: "limit (libsql)",
  async open(path) {
    await (await ours.open(path)).close()
    const db = openFile(path)
    return { adapter: sqliteLimit(db), close: () => db.close() }
  },
}

const drizzled: FileEntry = {
  name: "@auth/drizzle-adapter (@libsql/client)",
  async open(path) {
    const db = openFile(path)
    db.exec(await readSchema("drizzle.sql"))
    db.close()
    const client = createClient({ url: `file:${path}` })
    return { adapter: DrizzleAdapter(drizzle(client)), close: () => client.close() }
  },
}

const kysely: FileEntry = {
  name: "@auth/kysely-adapter (libsql)",
  async open(path) {
    const database = openFile(path)
    database.exec(await readSchema("kysely.sql"))
    const db = new KyselyAuth<AuthDatabase>({ dialect: new SqliteDialect({ database: database as never }) })
    return { adapter: KyselyAdapter(db), close: () => db.destroy() }
  },
}

export const sqlite: Engine = {
  name: "sqlite",
  about:
    "A file, WAL, synchronous = FULL. The limit is prepared statements on `libsql`, on our tables, that return the same rows.",
  open: () => onFiles([limit, ours, drizzled, kysely]),
}
