import { PGlite } from "@electric-sql/pglite"
import { pgliteAdapter } from "mortise/pglite"
import { type Open, silent } from "./client.ts"

export const open: Open = async () => {
  const client = await PGlite.create()
  return { adapter: pgliteAdapter(client, silent), close: () => client.closed || client.close() }
}
