import type { BetterAuthOptions } from "better-auth"
import type { Kysely } from "kysely"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { installBetterAuth } from "../install.ts"

/** A database for Better Auth's own suite. */
export type SuiteDatabase = {
  /** The client that is tested. */
  readonly client: object
  /** Makes the tables by Better Auth's own migrations. */
  readonly migrations: { readonly db: Kysely<unknown>; readonly type: "sqlite" | "postgres" | "mysql" }
  /** Whether concurrent lookups share statements. */
  readonly batches: boolean
  /** Drops all tables. */
  reset(): Promise<unknown>
  close(): Promise<unknown>
}

type Suite = typeof import("@better-auth/test-utils/adapter")

/** Declares the tests of Better Auth's suite for a client. Is awaited at the top of a test file. */
export async function runTheirSuite(open: () => Promise<SuiteDatabase>): Promise<void> {
  await installBetterAuth()
  const { getMigrations } = await import("better-auth/db/migration")
  const suite: Suite = await import("@better-auth/test-utils/adapter")
  const { client, migrations, reset, close } = await open()
  const adapter = mortiseDatabase(client)
  const { execute } = await suite.testAdapter({
    adapter: () => adapter as never,
    async runMigrations(options: BetterAuthOptions) {
      await reset()
      const { runMigrations } = await getMigrations({ ...options, database: migrations })
      await runMigrations()
    },
    tests: [
      suite.normalTestSuite(),
      suite.transactionsTestSuite(),
      suite.authFlowTestSuite(),
      suite.numberIdTestSuite(),
      suite.joinsTestSuite(),
      suite.uuidTestSuite(),
      suite.caseInsensitiveTestSuite(),
    ],
    onFinish: async () => {
      await close()
    },
  })
  execute()
}
