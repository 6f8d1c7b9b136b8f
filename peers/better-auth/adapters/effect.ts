import { PgClient } from "@effect/sql-pg"
import { effectSqlAdapter } from "better-auth-effect"
import { ManagedRuntime, Redacted } from "effect"
import type { OpenClient } from "../open-on.ts"
import { migratePostgres } from "../tables/migrate-postgres.ts"

export async function onPostgres(url: string): Promise<OpenClient> {
  await migratePostgres(url)
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url) }))
  return { database: effectSqlAdapter({ runtime, dialect: "pg" } as never), close: () => runtime.dispose() }
}
