import { zenstackAdapter } from "@zenstackhq/better-auth"
import { ZenStackClient } from "@zenstackhq/orm"
import { PostgresDialect } from "@zenstackhq/orm/dialects/postgres"
import type { OpenClient } from "../open-on.ts"
import { openPool } from "../open-pool.ts"
import { zenstackSchema } from "../tables/zenstack.ts"

export async function onPostgres(url: string): Promise<OpenClient> {
  const pool = openPool(url)
  const db = new ZenStackClient(await zenstackSchema(), { dialect: new PostgresDialect({ pool }) })
  await db.$pushSchema()
  return { database: zenstackAdapter(db, { provider: "postgresql" }), close: () => db.$disconnect() }
}
