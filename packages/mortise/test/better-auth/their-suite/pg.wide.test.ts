import { Kysely, PostgresDialect } from "kysely"
import { Pool } from "pg"
import { openPostgres } from "../../support/servers/postgres.ts"
import { runTheirSuite } from "./run-their-suite.ts"

await runTheirSuite(async () => {
  const server = await openPostgres()
  const client = new Pool({ connectionString: await server.database() })
  return {
    client,
    migrations: {
      db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: client }) }),
      type: "postgres",
    },
    reset: () => client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public"),
    async close() {
      await client.end()
      await server.close()
    },
  }
})
