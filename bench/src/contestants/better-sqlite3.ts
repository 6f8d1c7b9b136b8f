import { createRequire } from "node:module"
import { arch } from "node:os"
import { type Database as AuthDatabase, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import { SqliteDialect } from "kysely"
import { type BetterSqlite3Client, betterSqlite3Adapter } from "mortise/better-sqlite3"
import { migrate } from "mortise/migrate"
import { readSchema } from "../../../packages/workshop/src/official/schemas/read-schema.ts"
import { runtime } from "../../../packages/workshop/src/runtimes/runtimes.ts"
import type { Engine } from "../contestant.ts"
import { type FileDatabase, type FileEntry, onFiles, setUp } from "./on-file.ts"
import { sqliteLimit } from "./sqlite-limit.ts"

const require = createRequire(
  new URL("../../../packages/workshop/src/runtimes/package.json", import.meta.url),
)

/** Loaded at the first call: better-sqlite3 runs on Node 24 here, and the process that reports does not. */
export const openBetterSqlite3 = (path: string): BetterSqlite3Client & FileDatabase => {
  const Database: new (path: string) => BetterSqlite3Client & FileDatabase = require("better-sqlite3")
  return setUp(new Database(path))
}

/** An engine whose contestants run on Node 24 with the better-sqlite3 that the tests install. */
export async function onNode24(
  entries: readonly [FileEntry, ...FileEntry[]],
): Promise<Awaited<ReturnType<Engine["open"]>>> {
  const { command: path } = await runtime("node-24")
  const versionOf = (name: string) => (require(`${name}/package.json`) as { version: string }).version
  const node = { path, version: versionOf(`node-24-linux-${arch()}`) }
  return { ...(await onFiles(entries)), node, version: `better-sqlite3 ${versionOf("better-sqlite3")}` }
}

const ours: FileEntry = {
  name: "mortise/better-sqlite3",
  besideLimit: true,
  async open(path) {
    const db = openBetterSqlite3(path)
    const adapter = betterSqlite3Adapter(db)
    await migrate(adapter)
    return { adapter, close: () => db.close() }
  },
}

/** On our tables, so that keys and indexes are the same. */
const limit: FileEntry = {
  name: "limit (better-sqlite3)",
  async open(path) {
    await (await ours.open(path)).close()
    const db = openBetterSqlite3(path)
    return { adapter: sqliteLimit(db as never), close: () => db.close() }
  },
}

const kysely: FileEntry = {
  name: "@auth/kysely-adapter (better-sqlite3)",
  async open(path) {
    const database = openBetterSqlite3(path)
    database.exec(await readSchema("kysely.sql"))
    const db = new KyselyAuth<AuthDatabase>({ dialect: new SqliteDialect({ database: database as never }) })
    return { adapter: KyselyAdapter(db), close: () => db.destroy() }
  },
}

export const betterSqlite3: Engine = {
  name: "better-sqlite3",
  about:
    "A file, WAL, synchronous = FULL. The limit is prepared statements on `better-sqlite3`, on our tables, that return the same rows.",
  open: () => onNode24([limit, ours, kysely]),
}
