import type { SqlClient } from "../sql/sql-client.ts"
import type { OrmNames } from "./orm-names.ts"

/** What a database of Better Auth was made from, for the tools that work on its tables. */
export type DatabaseSource = {
  readonly client: SqlClient
  /** Whether the names of tables end in `s`. */
  readonly usePlural: boolean
  /** The names in an ORM's schema. */
  readonly names: OrmNames | undefined
}

// Registered, because the command line can load another copy of this module than the application.
const sourceKey: unique symbol = Symbol.for("mortise.better-auth.source") as never

/** Attaches its source to the function that is the value of Better Auth's `database`. */
export const attachSource = <D extends object>(database: D, source: DatabaseSource): D =>
  Object.defineProperty(database, sourceKey, { value: source })

/** The source of a database that `mortiseDatabase` made. */
export const findSource = (database: unknown): DatabaseSource | undefined =>
  (Object(database) as { readonly [sourceKey]?: DatabaseSource })[sourceKey]
