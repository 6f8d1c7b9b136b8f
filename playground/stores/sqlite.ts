import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import Database from "libsql"
import { libsqlAdapter } from "../../packages/mortise/src/stores/sql/adapters/libsql-adapter.ts"
import type { Place } from "./store.ts"

/** A new SQLite file below `folder`. */
export async function sqlitePlace(folder: string): Promise<Place> {
  const ownFolder = await mkdtemp(join(folder, "sqlite-"))
  return {
    adapterName: "mortise/libsql",
    async connect(options) {
      const database = new Database(join(ownFolder, "auth.db"))
      // The usual settings of an application: a commit does not wait for the disk, and a crash loses no consistency.
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      return {
        adapter: libsqlAdapter(database, options),
        client: database,
        close: async () => void database.close(),
      }
    },
    remove: () => rm(ownFolder, { recursive: true, force: true }),
  }
}
