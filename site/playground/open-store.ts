import type { PGlite } from "@electric-sql/pglite"
import type { MortiseAdapter } from "../../packages/mortise/src/index.ts"
import { memoryAdapter } from "../../packages/mortise/src/stores/memory/memory-adapter.ts"
import { pgliteAdapter } from "../../packages/mortise/src/stores/sql/adapters/pglite-adapter.ts"
import { migrate } from "../../packages/mortise/src/stores/sql/migrate/index.ts"

export type StoreName = "memory" | "pglite"

/** An empty store in this tab. */
export type OpenedStore = {
  readonly adapter: MortiseAdapter
  /** The store's database, if it has one. */
  readonly database?: PGlite
}

/** Opens an empty store with tables. */
export async function openStore(name: StoreName, onStatement: (text: string) => void): Promise<OpenedStore> {
  if (name === "memory") return { adapter: memoryAdapter() }
  // The site serves the files of PGlite beside this script. They are loaded only here: they are large.
  const address: string = new URL("pglite/index.js", import.meta.url).href
  const { PGlite }: typeof import("@electric-sql/pglite") = await import(address)
  const database = await PGlite.create()
  const adapter = pgliteAdapter(database, { onStatement })
  await migrate(adapter)
  return { adapter, database }
}
