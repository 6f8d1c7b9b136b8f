import { type Database, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import { SqliteDialect } from "kysely"
import type { OpenPeer } from "../peer.ts"
import { readSchema } from "../schemas/read-schema.ts"
import { openLibsql } from "../sqlite/open-libsql.ts"

const tables = ["VerificationToken", "Session", "Account", "User"]

export async function open(): Promise<OpenPeer> {
  const database = openLibsql(":memory:")
  database.exec(await readSchema("kysely.sql"))
  const db = new KyselyAuth<Database>({ dialect: new SqliteDialect({ database }) })
  return {
    adapter: KyselyAdapter(db),
    reset: async () => {
      database.exec(tables.map((table) => `DELETE FROM "${table}";`).join(""))
    },
    close: () => db.destroy(),
  }
}
