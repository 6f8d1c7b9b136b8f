import { createRequire } from "node:module"
import { type MoreClientName, moreClients } from "../conformance/more-clients.ts"
import type { SuiteClient } from "./declare-their-suite.ts"
import { openSuiteClient } from "./open-suite-client.ts"
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

/** The environment variables with the client's name, and with what it opens. */
export const variables = { client: "MORTISE_TEST_AUTH_CLIENT", place: "MORTISE_TEST_AUTH_PLACE" } as const

/** Opens the client that the environment names. */
export async function openInRuntime(): Promise<SuiteClient & Partial<SuiteDatabase>> {
  const name = process.env[variables.client] as RuntimeClient | MoreClientName
  if (!isRuntimeClient(name))
    return openSuiteClient(await moreClients[name].open(process.env[variables.place] ?? ""))
  const module: Module = createRequire(import.meta.url)(modules[name])
  const Database = module.DatabaseSync ?? module.Database ?? module
  const client = new Database(":memory:")
  return {
    client,
    migrations: client as never,
    reset: async () => dropSqliteTables(client),
    close: async () => client.close(),
  }
}

const isRuntimeClient = (name: string): name is RuntimeClient => Object.hasOwn(modules, name)
