import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { createClient } from "@libsql/client"
import { drizzle } from "drizzle-orm/libsql"
import type { Backend, Factory } from "../adapters/backend.ts"
import { readSchema } from "./schemas/read-schema.ts"

const dates = ["emailVerified", "expires"]

/** @auth/drizzle-adapter with the tables that it defines by default, on SQLite in memory. */
export const openDrizzle: Factory = () => connectDrizzle(":memory:", true)

/** The same on a SQLite file, given as a URL. The first connection creates the tables. */
export async function connectDrizzle(url: string, isFirst: boolean): Promise<Backend> {
  const client = createClient({ url })
  if (isFirst) await client.executeMultiple(await readSchema("drizzle.sql"))
  return {
    adapter: DrizzleAdapter(drizzle(client)) as never,
    rows: async (model) => {
      const { rows } = await client.execute(`SELECT * FROM "${model}" ORDER BY rowid`)
      return rows.map((row) => Object.fromEntries(Object.entries(row).map(hydrated)))
    },
    close: async () => client.close(),
  }
}

const hydrated = ([name, value]: [string, unknown]): [string, unknown] =>
  dates.includes(name) && typeof value === "number" ? [name, new Date(value)] : [name, value]
