import { type NodeSqliteClient, nodeSqliteAdapter } from "mortise/node-sqlite"
import { type Open, silent } from "./client.ts"

type Module = { readonly DatabaseSync: new (file: string) => NodeSqliteClient & { close(): void } }

// A variable, because the types of Node 20 do not have this module.
const name: string = "node:sqlite"

export const open: Open = async ({ url }) => {
  const { DatabaseSync } = (await import(name)) as Module
  const database = new DatabaseSync(url)
  return { adapter: nodeSqliteAdapter(database, silent), close: () => database.close() }
}
