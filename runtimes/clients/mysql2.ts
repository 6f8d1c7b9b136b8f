import { mysql2Adapter } from "mortise/mysql2"
import { createPool } from "mysql2/promise"
import { type Open, silent } from "./client.ts"

// Workers may not generate code, and the client can do without.
const settings = globalThis.navigator?.userAgent === "Cloudflare-Workers" ? { disableEval: true } : {}

export const open: Open = ({ url }) => {
  const pool = createPool({ uri: url, ...settings })
  return { adapter: mysql2Adapter(pool, silent), close: () => pool.end() }
}
