import { type BetterAuthOptions, betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { SqliteDialect } from "kysely"
import Database from "libsql"
import { onTestFinished } from "vitest"

/** The value of Better Auth's `database`: its Kysely adapter on a new SQLite database in memory. */
export function newSqlite(): NonNullable<BetterAuthOptions["database"]> {
  const database = new Database(":memory:")
  onTestFinished(() => void database.close())
  return { dialect: new SqliteDialect({ database: database as never }), type: "sqlite" }
}

/** Options that all tests of the copy share. */
export const testOptions = {
  secret: "a secret that only tests of the copy know",
  baseURL: "https://app.example",
  telemetry: { enabled: false },
  logger: { disabled: true },
} satisfies BetterAuthOptions

/** The real Better Auth on SQLite, with its tables. */
export async function betterAuthOnSqlite<O extends BetterAuthOptions>(options?: O) {
  const auth = betterAuth({
    ...testOptions,
    database: newSqlite(),
    ...(options as O),
  })
  await (await getMigrations(auth.options)).runMigrations()
  const { adapter } = await auth.$context
  return {
    auth,
    /** All rows of a model. */
    rows: (model: string) => adapter.findMany<Record<string, unknown>>({ model, limit: 1000 }),
    adapter,
  }
}
