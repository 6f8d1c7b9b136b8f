import type { BetterAuthOptions } from "better-auth"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { installBetterAuth } from "../install.ts"

/** A database for Better Auth's own suite. */
export type SuiteDatabase = {
  /** The client that is tested. */
  readonly client: object
  /** What Better Auth's own migrations make the tables with. */
  readonly migrations: NonNullable<BetterAuthOptions["database"]>
  /** Whether concurrent lookups share statements. */
  readonly batches: boolean
  /** Drops all tables. */
  reset(): Promise<unknown>
  close(): Promise<unknown>
}

const allParts = [
  "normalTestSuite",
  "transactionsTestSuite",
  "authFlowTestSuite",
  "numberIdTestSuite",
  "joinsTestSuite",
  "uuidTestSuite",
  "caseInsensitiveTestSuite",
] as const

type Part = (typeof allParts)[number]

/** What is used of Better Auth's suite, which only the tests install. */
type Suite = Record<Part, () => unknown> & {
  testAdapter(options: {
    adapter(): unknown
    runMigrations(options: BetterAuthOptions): Promise<void>
    readonly tests: readonly unknown[]
    onFinish(): Promise<void>
  }): Promise<{ execute(): void }>
}

/** The parts of version 1.6.15. Its test of transactions calls no adapter's `transaction`, and fails on each of them. */
export const partsOfOldest = allParts.filter((part) => part !== "transactionsTestSuite")

/** Declares the tests of Better Auth's suite for a client. Is awaited at the top of a test file. */
export async function runTheirSuite(
  open: () => Promise<SuiteDatabase>,
  parts: readonly Part[] = allParts,
): Promise<void> {
  await installBetterAuth()
  const { getMigrations } = await import("better-auth/db/migration")
  const name = "@better-auth/test-utils/adapter"
  const suite: Suite = await import(name)
  const { client, migrations, reset, close } = await open()
  const adapter = mortiseDatabase(client)
  const { execute } = await suite.testAdapter({
    adapter: () => adapter,
    async runMigrations(options) {
      await reset()
      const { runMigrations } = await getMigrations({ ...options, database: migrations })
      await runMigrations()
    },
    tests: parts.map((part) => suite[part]()),
    onFinish: async () => {
      await close()
    },
  })
  execute()
}
