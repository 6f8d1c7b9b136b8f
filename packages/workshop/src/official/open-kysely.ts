import { type Database, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import { SqliteDialect } from "kysely"
import type { Backend, Factory, Row } from "../adapters/backend.ts"
import { openLibsql } from "./open-libsql.ts"
import { readSchema } from "./schemas/read-schema.ts"

const tables = {
  user: "User",
  account: "Account",
  session: "Session",
  verificationToken: "VerificationToken",
}
const dates = ["emailVerified", "expires"]

/** @auth/kysely-adapter with the schema of its documentation, on SQLite in memory. */
export const openKysely: Factory = () => connectKysely(":memory:", true)

/** The same on a SQLite file. The first connection creates the tables. */
export async function connectKysely(path: string, isFirst: boolean): Promise<Backend> {
  const database = openLibsql(path)
  if (isFirst) database.exec(await readSchema("kysely.sql"))
  const db = new KyselyAuth<Database>({ dialect: new SqliteDialect({ database }) })
  return {
    adapter: KyselyAdapter(db) as never,
    rows: async (model) => {
      if (model === "authenticator") return []
      const rows = database.prepare(`SELECT * FROM "${tables[model]}" ORDER BY rowid`).all() as Row[]
      return rows.map((row) => Object.fromEntries(Object.entries(row).map(hydrated)))
    },
    close: () => db.destroy(),
  }
}

const hydrated = ([name, value]: [string, unknown]): [string, unknown] =>
  dates.includes(name) && typeof value === "string" ? [name, new Date(value)] : [name, value]
