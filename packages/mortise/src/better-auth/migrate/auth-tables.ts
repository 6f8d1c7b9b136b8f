import { getAuthTables } from "better-auth/db"
import { MortiseError } from "../../contract/errors.ts"
import { withRetry } from "../../operations/retry.ts"
import type { Dialect } from "../../sql/dialect.ts"
import { migrationError } from "../../sql/errors/migration-error.ts"
import type { FoundTable } from "../../sql/introspection/found-table.ts"
import type { Ask, Introspection } from "../../sql/introspection/introspection.ts"
import { statement, unpreparedStatement } from "../../sql/statement.ts"
import { type DatabaseSource, findSource } from "../database-source.ts"
import { quoteTable } from "../quote-table.ts"
import type { AuthSchema, AuthTable } from "../schema/auth-table.ts"
import { expectedTables } from "../schema/expected-tables.ts"
import { nameTables } from "../schema/name-tables.ts"
import { readIdMode } from "./read-id-mode.ts"

/** What `betterAuth(…)` returns, as far as it is used here. */
export type BetterAuthInstance = { readonly options: object }

/** The tables of a Better Auth configuration, and a connection to their database. */
export type AuthTables = {
  /** Each table after the tables that it refers to. */
  readonly tables: readonly AuthTable[]
  readonly schema: AuthSchema
  readonly dialect: Dialect
  readonly introspection: Introspection
  readonly ask: Ask
  /** Runs statements in one transaction, with retries while the database is busy. */
  apply(statements: readonly string[]): Promise<void>
}

/** A table, what was found of it, and all tables that were found. */
export type TableState = {
  readonly table: AuthTable
  readonly existingTable: FoundTable | undefined
  readonly existing: readonly FoundTable[]
}

// Other processes that start at the same time may be migrating, one after the other.
const patience = { retryMs: 60_000 }

/** Opens the tables of a Better Auth configuration. */
export function openAuthTables(auth: BetterAuthInstance, operation: string): Promise<AuthTables> {
  const options = Object(Object(auth).options) as { readonly database?: unknown }
  const source = findSource(options.database)
  if (!source)
    throw new MortiseError(
      "invalid",
      `${operation} takes what betterAuth({ database: mortiseDatabase(client) }) returns. Tables of other adapters are migrated by their own tools.`,
      { operation },
    )
  return openTables(source, options, getAuthTables(options as never) as AuthSchema, operation)
}

/** Opens the tables of a schema of Better Auth. */
export async function openTables(
  { client, usePlural, names }: DatabaseSource,
  options: object,
  schema: AuthSchema,
  operation: string,
): Promise<AuthTables> {
  const { driver, detectEngine } = client
  const translate = (error: unknown) => migrationError(client.engine.dialect, operation, error)
  const patiently = async <T>(work: () => T | Promise<T>): Promise<T> =>
    withRetry(work, (result: T) => result, translate, patience)
  const engine = detectEngine ? await patiently(() => detectEngine(driver)) : client.engine
  // Better Auth's adapters take a dot in a table's name for the end of a schema.
  const dialect: Dialect = {
    ...engine.dialect,
    quoteTable: (table) => quoteTable(engine.dialect, table),
  }
  const introspection = await engine.introspection()
  const { advanced } = options as { readonly advanced?: { readonly database?: { generateId?: unknown } } }
  const ask: Ask = async (text, values = []) =>
    (await patiently(async () => driver.run(statement(text), values))).rows
  const named = nameTables(schema, usePlural, names)
  const ids = await readIdMode(advanced?.database?.generateId, named, { dialect, introspection, ask })
  return {
    tables: expectedTables(named, { dialect, literal: introspection.literal, ids }),
    schema,
    dialect,
    introspection,
    ask,
    async apply(statements) {
      const { lock, unlock } = introspection
      const steps = [...lock, ...statements, ...unlock].map(
        (text) => [unpreparedStatement(text), []] as const,
      )
      await patiently(async () => driver.batch(steps))
    },
  }
}
