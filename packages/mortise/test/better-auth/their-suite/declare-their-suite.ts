import type { BetterAuthOptions } from "better-auth"
import type { DatabaseOptions } from "../../../src/better-auth/database.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"

/** A client for Better Auth's own suite. */
export type SuiteClient = {
  /** The client that is tested. */
  readonly client: object
  readonly options?: DatabaseOptions
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

/** A part of the suite. */
export type Part = (typeof allParts)[number]

/** What is used of Better Auth's suite, which only the tests install. */
export type Suite = Record<Part, () => unknown> & {
  testAdapter(options: {
    adapter(): unknown
    runMigrations(options: BetterAuthOptions): Promise<void>
    readonly tests: readonly unknown[]
    onFinish(): Promise<void>
  }): Promise<{ execute(): void }>
}

/** The parts of version 1.6.15. Its test of transactions calls no adapter's `transaction`, and fails on each of them. */
export const partsOfOldest = allParts.filter((part) => part !== "transactionsTestSuite")

/** Declares the tests of Better Auth's suite for a client. Without `createTables`, ours are created. */
export async function declareTheirSuite(
  suite: Suite,
  { client, options, reset, close }: SuiteClient,
  createTables?: (options: BetterAuthOptions) => Promise<unknown>,
  parts: readonly Part[] = allParts,
): Promise<void> {
  const adapter = mortiseDatabase(client, options)
  const { execute } = await suite.testAdapter({
    adapter: () => adapter,
    async runMigrations(authOptions) {
      await reset()
      if (createTables) await createTables(authOptions)
      else await migrate({ options: { ...authOptions, database: adapter } })
    },
    tests: parts.map((part) => suite[part]()),
    onFinish: async () => {
      await close()
    },
  })
  execute()
}
