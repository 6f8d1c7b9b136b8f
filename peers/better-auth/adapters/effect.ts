import { PgClient } from "@effect/sql-pg"
import { effectSqlAdapter } from "better-auth-effect"
import { ManagedRuntime, Redacted } from "effect"
import { type BetterAuthPeer, tablesOfBetterAuth } from "../peer.ts"
import { migratePostgres } from "../tables/migrate-postgres.ts"

async function open(url: string) {
  await migratePostgres(url)
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url) }))
  return { database: effectSqlAdapter({ runtime, dialect: "pg" } as never), close: () => runtime.dispose() }
}

export const peer = {
  package: "better-auth-effect",
  from: "the community",
  stores: { postgres: { clients: ["@effect/sql-pg"], note: tablesOfBetterAuth, open } },
} satisfies BetterAuthPeer
