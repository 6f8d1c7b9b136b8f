import { type BetterSqlite3Client, betterSqlite3Adapter } from "mortise/better-sqlite3"
import { type Open, silent } from "./client.ts"

type Module = { readonly default: new (file: string) => BetterSqlite3Client & { close(): unknown } }

// A variable, because the package has no types.
const name: string = "better-sqlite3"

export const open: Open = async ({ url }) => {
  const { default: Database } = (await import(name)) as Module
  const database = new Database(url)
  return { adapter: betterSqlite3Adapter(database, silent), close: () => database.close() }
}
