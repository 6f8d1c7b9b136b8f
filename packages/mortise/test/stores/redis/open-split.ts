import { Redis } from "ioredis"
import { Pool } from "pg"
import { split } from "../../../src/layers/index.ts"
import { ioredisAdapter } from "../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"

/** A split adapter: users in PostgreSQL, sessions in Redis. */
export function openSplit(
  url: string,
  port: number,
  prefix: string,
  options: { readonly timeoutSeconds?: number } = {},
) {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 2_000 })
  pool.on("error", () => {})
  const client = new Redis(port, { maxRetriesPerRequest: 0, retryStrategy: () => 50 })
  client.on("error", () => {})
  const users = pgAdapter(pool, { onWarning: false, ...options })
  const sessions = ioredisAdapter(client, { prefix, onWarning: false, ...options })
  const close = async () => {
    client.disconnect()
    if (!pool.ending) await pool.end()
  }
  return { users, sessions, adapter: split({ users, sessions }), close }
}
