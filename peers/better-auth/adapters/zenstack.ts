import { zenstackAdapter } from "@zenstackhq/better-auth"
import { ZenStackClient } from "@zenstackhq/orm"
import { PostgresDialect } from "@zenstackhq/orm/dialects/postgres"
import { Pool } from "pg"
import type { OpenClient } from "../open-on.ts"
import { zenstackSchema } from "../tables/zenstack.ts"

export async function onPostgres(url: string): Promise<OpenClient> {
  const pool = new Pool({ connectionString: url })
  // Without a listener, a lost idle connection ends the process.
  pool.on("error", () => {})
  const db = new ZenStackClient(await zenstackSchema(), { dialect: new PostgresDialect({ pool }) })
  await db.$pushSchema()
  return { database: zenstackAdapter(db, { provider: "postgresql" }), close: () => db.$disconnect() }
}
