import type { BetterAuthOptions } from "better-auth"
import { installBetterAuth } from "../install.ts"
import { declareTheirSuite, type Part, type Suite, type SuiteClient } from "./declare-their-suite.ts"

/** A database for Better Auth's own suite, with tables of Better Auth's own migrations. */
export type SuiteDatabase = SuiteClient & {
  /** What Better Auth's own migrations make the tables with. */
  readonly migrations: NonNullable<BetterAuthOptions["database"]>
  /** Whether concurrent lookups share statements. */
  readonly batches: boolean
}

/** Declares the tests of Better Auth's suite for a client. Is awaited at the top of a test file. */
export async function runTheirSuite(
  open: () => Promise<SuiteClient & Partial<SuiteDatabase>>,
  parts?: readonly Part[],
): Promise<void> {
  await installBetterAuth()
  const { getMigrations } = await import("better-auth/db/migration")
  const name = "@better-auth/test-utils/adapter"
  const suite: Suite = await import(name)
  const { migrations: database, ...client } = await open()
  const createTables = async (options: BetterAuthOptions) =>
    (await getMigrations({ ...options, database })).runMigrations()
  await declareTheirSuite(suite, client, database && createTables, parts)
}
