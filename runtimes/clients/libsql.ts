import Database from "libsql"
import { libsqlAdapter } from "mortise/libsql"
import { type Open, silent } from "./client.ts"

export const open: Open = ({ url }) => {
  const database = new Database(url)
  return { adapter: libsqlAdapter(database, silent), close: () => database.close() }
}
