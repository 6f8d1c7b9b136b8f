import { createRequire } from "node:module"
import type { SuiteDatabase } from "./run-their-suite.ts"
import { dropSqliteTables, type SqliteDatabase } from "./sqlite-tables.ts"

/** The modules with the clients that need another runtime than the one that runs the tests. */
const modules = {
  "better-sqlite3": "../../../../workshop/src/runtimes/node_modules/better-sqlite3",
  "node:sqlite": "node:sqlite",
  "bun:sqlite": "bun:sqlite",
} as const

export type RuntimeClient = keyof typeof modules

type Open = new (file: string) => SqliteDatabase
type Module = Open & { readonly DatabaseSync?: Open; readonly Database?: Open }

/** The environment variable with the client's name. */
export const variable = "MORTISE_TEST_SQLITE_CLIENT"

/** Opens the client that the environment names, in memory. */
export async function openInRuntime(): Promise<SuiteDatabase> {
  const name = process.env[variable] as RuntimeClient
  const module: Module = createRequire(import.meta.url)(modules[name])
  const Database = module.DatabaseSync ?? module.Database ?? module
  const client = new Database(":memory:")
  return {
    client,
    migrations: client as never,
    batches: false,
    reset: async () => dropSqliteTables(client),
    close: async () => client.close(),
  }
}
