import { postgresAdapter } from "mortise/postgres"
import postgres from "postgres"
import { type Open, silent } from "./client.ts"

export const open: Open = ({ url }) => {
  const sql = postgres(url, { onnotice: () => {} })
  return { adapter: postgresAdapter(sql, silent), close: () => sql.end({ timeout: 1 }) }
}
