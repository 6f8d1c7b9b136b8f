import { connect } from "@tursodatabase/database"
import { tursoAdapter } from "mortise/turso"
import { type Open, silent } from "./client.ts"

export const open: Open = async ({ url }) => {
  const database = await connect(url)
  return { adapter: tursoAdapter(database, silent), close: () => database.close() }
}
