import { createPool } from "mariadb"
import { mariadbAdapter } from "mortise/mariadb"
import { type Open, silent } from "./client.ts"

export const open: Open = ({ url }) => {
  // The client keeps connecting until this timeout, even if the connection is refused.
  const pool = createPool(`${url.replace(/^mysql:/, "mariadb:")}?acquireTimeout=3000`)
  return { adapter: mariadbAdapter(pool, silent), close: () => pool.end() }
}
