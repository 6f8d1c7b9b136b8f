/** Opens a connection of postgres.js, whose own first query may fail, and prints what became of the call. */
import postgres from "postgres"
import { postgresAdapter } from "../../../../src/stores/sql/adapters/postgres-adapter.ts"

const [url = "", fetchTypes] = process.argv.slice(2)
const client = postgres(url, { max: 1, fetch_types: fetchTypes === "true" })
const adapter = postgresAdapter(client, { onWarning: false })
await adapter.getUser("ada").catch(() => {})
// A rejection that nobody handles ends the process after this.
await new Promise((resolve) => setTimeout(resolve, 50))
process.stdout.write(String(await adapter.getUser("ada")))
await client.end({ timeout: 1 })
