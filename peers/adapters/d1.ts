import { D1Adapter, up } from "@auth/d1-adapter"
import { openD1 } from "../open-d1.ts"
import type { AuthJsPeer } from "../peer.ts"

type Database = Parameters<typeof up>[0]

/** Runs the statements of `up` here, because `up` does not wait for them. */
async function createTables(database: Database): Promise<void> {
  const statements: string[] = []
  const recorder = { prepare: (sql: string) => ({ run: async () => statements.push(sql) }) }
  await up(recorder as unknown as Database)
  for (const sql of statements) await database.prepare(sql).run()
}

export const peer = {
  package: "@auth/d1-adapter",
  from: "Auth.js",
  stores: {
    d1: {
      clients: ["miniflare"],
      note: "The tables that up() of the adapter creates.",
      async open() {
        const { database, close } = await openD1()
        await createTables(database)
        return { adapter: D1Adapter(database), close }
      },
    },
  },
} satisfies AuthJsPeer
