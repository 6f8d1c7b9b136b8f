import { Kysely, SqliteDialect } from "kysely"
import Database from "libsql"
import { runTheirSuite } from "./run-their-suite.ts"

await runTheirSuite(async () => {
  const client = new Database(":memory:")
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: client as never }) })
  return {
    client,
    migrations: { db, type: "sqlite" },
    async reset() {
      client.exec("PRAGMA foreign_keys = OFF")
      const tables = client
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all()
      for (const { name } of tables as { name: string }[]) client.exec(`DROP TABLE "${name}"`)
      client.exec("PRAGMA foreign_keys = ON")
    },
    close: async () => client.close(),
  }
})
