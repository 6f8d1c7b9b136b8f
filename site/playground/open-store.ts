import type { MortiseAdapter } from "../../packages/mortise/src/index.ts"
import { memoryAdapter } from "../../packages/mortise/src/stores/memory/memory-adapter.ts"
import { pgliteAdapter } from "../../packages/mortise/src/stores/sql/adapters/pglite-adapter.ts"
import { migrate } from "../../packages/mortise/src/stores/sql/migrate/index.ts"
import { type Rows, rowsInMap, rowsInPostgres } from "./race/hand-written.ts"

export type StoreName = "memory" | "pglite"

/** An empty store in this tab. */
export type OpenedStore = {
  readonly adapter: MortiseAdapter
  /** Where the hand-written adapter stores its rows: the same kind of store. */
  handWrittenRows(): Promise<Rows>
  close(): Promise<void>
}

/** Opens an empty store with tables. */
export const openStore = (name: StoreName, onStatement: (text: string) => void): Promise<OpenedStore> =>
  name === "memory" ? openMemory() : openPglite(onStatement)

const openMemory = async (): Promise<OpenedStore> => ({
  adapter: memoryAdapter(),
  handWrittenRows: async () => rowsInMap(),
  close: async () => {},
})

async function openPglite(onStatement: (text: string) => void): Promise<OpenedStore> {
  // The site serves the files of PGlite beside this script. They are loaded only here: they are large.
  const address: string = new URL("pglite/index.js", import.meta.url).href
  const { PGlite }: typeof import("@electric-sql/pglite") = await import(address)
  const database = await PGlite.create()
  const adapter = pgliteAdapter(database, { onStatement })
  await migrate(adapter)
  return {
    adapter,
    handWrittenRows: () => rowsInPostgres(database),
    close: () => database.close(),
  }
}
