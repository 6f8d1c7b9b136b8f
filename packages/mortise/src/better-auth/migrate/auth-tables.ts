import { getAuthTables } from "better-auth/db"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { FoundTable } from "../../sql/introspection/found-table.ts"
import { connectTables, type TableConnection } from "../../sql/migration/connect-tables.ts"
import { unpreparedStep } from "../../sql/migration/plan-steps.ts"
import { checkTenantOptions } from "../check-tenant-options.ts"
import { type DatabaseSource, findSource } from "../database-source.ts"
import { withDottedTables } from "../dotted-tables.ts"
import { addTenant } from "../schema/add-tenant.ts"
import type { AuthSchema, AuthTable } from "../schema/auth-table.ts"
import { expectedTables } from "../schema/expected-tables.ts"
import { nameTables } from "../schema/name-tables.ts"
import { checkParts } from "../tenants.ts"
import { readIdMode } from "./read-id-mode.ts"

/** What `betterAuth(…)` returns, as far as it is used here. */
export type BetterAuthInstance = { readonly options: object }

/** The tables of a Better Auth configuration, and a connection to their database. */
export type AuthTables = Omit<TableConnection, "apply"> & {
  /** Each table after the tables that it refers to. */
  readonly tables: readonly AuthTable[]
  readonly schema: AuthSchema
  readonly source: DatabaseSource
  readonly options: object
  /** Absent for tables that no configuration uses yet. */
  readonly auth?: BetterAuthInstance
  /** Runs statements in one transaction, with retries while the database is busy. */
  apply(statements: readonly string[]): Promise<void>
}

/** A table, what was found of it, and all tables that were found. */
export type TableState = {
  readonly table: AuthTable
  readonly existingTable: FoundTable | undefined
  readonly existing: readonly FoundTable[]
}

/** Opens the tables of a Better Auth configuration. */
export async function openAuthTables(auth: BetterAuthInstance, operation: string): Promise<AuthTables> {
  const options = Object(Object(auth).options) as { readonly database?: unknown }
  const source = findSource(options.database)
  if (!source)
    throwInvalid(
      `${operation} takes what betterAuth({ database: mortiseDatabase(client) }) returns. Tables of other adapters are migrated by their own tools.`,
      { operation },
    )
  if (source.readTenant) checkTenantOptions(options, checkParts)
  const schema = getAuthTables(options as never) as AuthSchema
  const opened = await openTables(source, options, schema, operation)
  const tables = source.readTenant
    ? opened.tables.map((table) => addTenant(table, opened.dialect))
    : opened.tables
  return { ...opened, tables, auth }
}

/** Opens the tables of a schema of Better Auth, without tenants. */
export async function openTables(
  source: DatabaseSource,
  options: object,
  schema: AuthSchema,
  operation: string,
): Promise<AuthTables> {
  const { client, usePlural, names } = source
  const { dialect: plain, introspection, ask, apply } = await connectTables(client, operation)
  const dialect = withDottedTables(plain)
  const { advanced } = options as { readonly advanced?: { readonly database?: { generateId?: unknown } } }
  const named = nameTables(schema, usePlural, names)
  const ids = await readIdMode(advanced?.database?.generateId, named, { dialect, introspection, ask })
  return {
    tables: expectedTables(named, { dialect, literal: introspection.literal, ids }),
    schema,
    source,
    options,
    dialect,
    introspection,
    ask,
    async apply(statements) {
      const { lock, unlock } = introspection
      await apply([...lock, ...statements, ...unlock].map(unpreparedStep))
    },
  }
}
