import { type BetterAuthOptions, betterAuth } from "better-auth"
import { Client, Pool } from "pg"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"

// Ends the server's connections while the pool is idle: idle-pool.ts <url> <mortise | better-auth>
const [url, adapter] = process.argv.slice(2)
const pool = new Pool({ connectionString: url })
const database: BetterAuthOptions["database"] = adapter === "mortise" ? mortiseDatabase(pool) : pool
const auth = betterAuth({
  database,
  secret: "a-secret-that-only-tests-use-0123456789",
  logger: { disabled: true },
})
await (await auth.$context).adapter.count({ model: "user" })

const other = new Client({ connectionString: url })
await other.connect()
await other.query(
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
)
await new Promise((resolve) => setTimeout(resolve, 300))
const users = await (await auth.$context).adapter.count({ model: "user" })
process.stdout.write(JSON.stringify(users === 0))
await other.end()
await pool.end()
