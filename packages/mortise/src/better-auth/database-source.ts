import { databaseSource, type LayerTransactions } from "../contract/auth-database.ts"
import type { ToolTenant } from "../contract/auth-storage.ts"
import type { SqlClient } from "../sql/sql-client.ts"
import type { OrmNames } from "./orm-names.ts"

/** What a database of Better Auth was made from, for the tools that work on its tables. */
export type DatabaseSource = {
  readonly client: SqlClient
  /** Whether the names of tables end in `s`. */
  readonly usePlural: boolean
  /** The names in an ORM's schema. */
  readonly names: OrmNames | undefined
  readonly transactions: LayerTransactions
  /** The tenant of the call that is made now, if the tables have the rows of several. */
  readonly readTenant?: () => string
  readonly toolTenant?: ToolTenant
}

/** Attaches its source to the function that is the value of Better Auth's `database`. */
export const attachSource = <D extends object>(database: D, source: DatabaseSource): D =>
  Object.defineProperty(database, databaseSource, { value: source })

/** The source of a database that `mortiseDatabase` made. */
export const findSource = (database: unknown): DatabaseSource | undefined =>
  (Object(database) as { readonly [databaseSource]?: DatabaseSource })[databaseSource]
