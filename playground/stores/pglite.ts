import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { pgliteAdapter } from "../../packages/mortise/src/stores/sql/adapters/pglite-adapter.ts"
import type { Place } from "./store.ts"

/** A new PGlite database in files below `folder`. */
export async function pglitePlace(folder: string): Promise<Place> {
  const ownFolder = await mkdtemp(join(folder, "pglite-"))
  return {
    adapterName: "mortise/pglite",
    async connect(options) {
      const database = await PGlite.create(join(ownFolder, "data"))
      return { adapter: pgliteAdapter(database, options), client: database, close: () => database.close() }
    },
    remove: () => rm(ownFolder, { recursive: true, force: true }),
  }
}
