import type { ErrorDetails } from "../contract/errors.ts"
import type { Dialect } from "./dialect.ts"
import type { Driver } from "./driver.ts"
import type { Catalog, Introspection } from "./introspection/introspection.ts"
import type { DeclaredColumn } from "./tables/table-spec.ts"

/** The PostgreSQL schema of tables, if statements name it. */
export type InPgSchema = { readonly pgSchema?: string | undefined }

/** A table whose columns are checked. `name` is what errors call its rows. */
export type DeclaredTable = {
  readonly name: NonNullable<ErrorDetails["model"]>
  readonly table: string
  readonly fields: readonly DeclaredColumn[]
}

/** Tables of existing data, by any name. */
export type DeclaredTables = InPgSchema & { readonly models: Readonly<Record<string, DeclaredTable>> }

/**
 * One SQL engine: its dialect, and how existing tables are read and repaired. Its functions load their code when they are
 * used, so that importing a driver stays fast.
 */
export type Engine = {
  readonly dialect: Dialect
  introspection(): Promise<Introspection>
  catalog(): Promise<Catalog>
  /**
   * Throws if existing tables would change the values that they are given. Runs once per client and schema, before the
   * first statement. Returns false if there are no tables to check yet.
   */
  checkTables?(driver: Driver, tables: DeclaredTables): Promise<boolean>
  /** Throws `readonly` if reads can return what was deleted. Runs once per client, unless stale reads are allowed. */
  checkReads?(driver: Driver): Promise<void>
  /** A client of this engine whose statements name the PostgreSQL schema of each table. */
  inPgSchema?<Client extends WithEngine>(client: Client, place: InPgSchema): Client
}

/** A client that knows its engine. */
export type WithEngine = {
  readonly engine: Engine
  /** For clients that work with several engines: asks the server which engine it is, before the first statement. */
  readonly detectEngine?: (driver: Driver) => Promise<Engine>
}
