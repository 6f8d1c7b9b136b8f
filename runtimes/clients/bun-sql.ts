import { type BunSqlClient, bunSqlAdapter } from "mortise/bun-sql"
import { type Open, silent } from "./client.ts"

type Module = { readonly SQL: new (url: string) => BunSqlClient & { close(): Promise<unknown> } }

// A variable, because only Bun has this module.
const name: string = "bun"

export const open: Open = async ({ url }) => {
  const { SQL } = (await import(name)) as Module
  const sql = new SQL(url.startsWith("/") ? `sqlite://${url}` : url)
  return { adapter: bunSqlAdapter(sql, silent), close: () => sql.close() }
}
