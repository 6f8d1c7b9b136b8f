import { Pool } from "pg"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { all } from "../../layers/support/stacks.ts"
import { openManyPlugins } from "./many-plugins.ts"

// Lists a user's sessions with all layers, which moves them over, and is killed before the nth statement that does.

const [url, userId = "", nth] = process.argv.slice(2)
let moved = 0
const onStatement = (text: string) => {
  if (/^UPDATE "session"/.test(text) && ++moved === Number(nth)) process.kill(process.pid, "SIGKILL")
}
const pool = new Pool({ connectionString: url })
const auth = openManyPlugins(all(mortiseDatabase(pool, { onStatement })))
const { internalAdapter } = await auth.$context
await internalAdapter.listSessions(userId)
await pool.end()
