import { pgAdapter } from "mortise/pg"
import { Pool } from "pg"
import { type Open, silent } from "./client.ts"

export const open: Open = ({ url }) => {
  const pool = new Pool({ connectionString: url })
  return { adapter: pgAdapter(pool, silent), close: () => pool.end() }
}
