import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { createClient } from "@libsql/client"
import { drizzle } from "drizzle-orm/libsql"
import type { OpenPeer } from "../peer.ts"
import { readSchema } from "../schemas/read-schema.ts"

const tables = ["authenticator", "verificationToken", "session", "account", "user"]

export async function open(): Promise<OpenPeer> {
  const client = createClient({ url: ":memory:" })
  await client.executeMultiple(await readSchema("drizzle.sql"))
  return {
    adapter: DrizzleAdapter(drizzle(client)),
    reset: () => client.executeMultiple(tables.map((table) => `DELETE FROM ${table};`).join("")),
    close: async () => client.close(),
  }
}
