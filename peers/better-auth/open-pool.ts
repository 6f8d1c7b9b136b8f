import { Pool } from "pg"

/** Opens a pool whose lost connections do not end the process. Without listeners, idle and used ones do. */
export function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString })
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}
