import { type BunSqliteClient, bunSqliteAdapter } from "mortise/bun-sqlite"
import { type Open, silent } from "./client.ts"

type Module = { readonly Database: new (file: string) => BunSqliteClient & { close(): void } }

// A variable, because only Bun has this module.
const name: string = "bun:sqlite"

export const open: Open = async ({ url }) => {
  const { Database } = (await import(name)) as Module
  const database = new Database(url)
  return { adapter: bunSqliteAdapter(database, silent), close: () => database.close() }
}
