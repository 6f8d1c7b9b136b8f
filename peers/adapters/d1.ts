import { D1Adapter, up } from "@auth/d1-adapter"
import { Miniflare } from "miniflare"
import type { OpenPeer } from "../peer.ts"

type Database = Parameters<typeof up>[0]

const worker = "export default { fetch: () => new Response() }"
const tables = ["accounts", "sessions", "users", "verification_tokens"]

/** Runs the statements of `up` here, because `up` does not wait for them. */
async function createTables(database: Database): Promise<void> {
  const statements: string[] = []
  const recorder = { prepare: (sql: string) => ({ run: async () => statements.push(sql) }) }
  await up(recorder as unknown as Database)
  for (const sql of statements) await database.prepare(sql).run()
}

export async function open(): Promise<OpenPeer> {
  const miniflare = new Miniflare({ modules: true, script: worker, d1Databases: ["db"], cf: false })
  const database = await miniflare.getD1Database("db")
  await createTables(database)
  return {
    adapter: D1Adapter(database),
    reset: async () => {
      await database.batch(tables.map((table) => database.prepare(`DELETE FROM ${table}`)))
    },
    close: () => miniflare.dispose(),
  }
}
