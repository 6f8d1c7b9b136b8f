import type { ReplicationFaultCode, Severity } from "../../contract/server-finding.ts"
import type { Dialect } from "../dialect.ts"
import type { Bound } from "../driver.ts"
import type { Literal } from "../tables/create-table.ts"
import type { ColumnSpec, TableSpec } from "../tables/table-spec.ts"
import type { Drift, Fault } from "./drift.ts"
import type { FoundColumn, FoundTable } from "./found-table.ts"

/** Runs a query; rows are arrays. */
export type Ask = (text: string, values?: readonly Bound[]) => Promise<readonly (readonly unknown[])[]>

/** How an engine reads its tables. */
export type Catalog = {
  /** Reads the named tables, on PostgreSQL in a schema if one is named; those that do not exist are left out. */
  readTables(ask: Ask, tables: readonly string[], pgSchema?: string): Promise<readonly FoundTable[]>
  /** Makes names equal that the engine treats as the same. */
  foldName(name: string): string
}

/** How an engine describes its tables, and how they are changed. */
export type Introspection = Catalog & {
  /** The statements that create a PostgreSQL schema, if it does not exist. */
  createPgSchema?(ask: Ask, pgSchema: string): Promise<readonly string[]>
  /** What is wrong with the type of a column. */
  checkColumn(column: ColumnSpec, existing: FoundColumn): readonly Fault[]
  /** Settings of the database with which the adapter cannot work correctly. */
  checkSettings(ask: Ask): Promise<readonly Fault[]>
  /** Reads the clock of the server, and settings that weaken what the adapter promises. */
  readServer(ask: Ask): Promise<ServerState>
  /** Reads settings of a cluster that decide what survives a failover and whether reads are current. */
  readReplication?(ask: Ask, client: ReplicationClient): Promise<readonly ServerFault[]>
  readonly literal: Literal
  /** What `ALTER TABLE` can add: a foreign key; a `NOT NULL` column without a default, to an empty table. */
  readonly canAdd: { readonly foreignKey: boolean; readonly required: boolean }
  /** A condition that holds for every email that is not lowercase printable ASCII, and so may not be canonical. */
  mayNotBeCanonical(column: string): string
  /** Whether a foreign key can connect two existing columns. */
  canReference(column: FoundColumn, referenced: FoundColumn): boolean
  /** The statements that fix what `migrate` leaves alone; empty if a person must decide. */
  repair(request: RepairRequest): readonly string[]
  /** Statements at the start and end of the transaction that make a second migration wait. */
  readonly lock: readonly string[]
  readonly unlock: readonly string[]
  /** Whether each statement commits separately, so that a migration that was killed may lack its record. */
  readonly commitsEach?: boolean
}

/** What the adapter's client shows of a cluster. */
export type ReplicationClient = { readonly hidesCancelledWaits: boolean }

/** The difference to repair, and all differences of the same table. */
export type RepairRequest = {
  readonly dialect: Dialect
  readonly spec: TableSpec
  readonly existing: FoundTable
  readonly drift: Drift
  readonly drifts: readonly Drift[]
}

/** A setting with which the adapter works, but not as well as it promises. */
export type ServerFault = {
  readonly code: "not_durable" | ReplicationFaultCode
  /** Default: `warning`. */
  readonly severity?: Severity
  /** The setting, its value and its effect. */
  readonly why: string
  /** The statements that change it. */
  readonly fix: readonly string[]
}

/** What a server reports about itself. */
export type ServerState = {
  /** The clock of the server, in milliseconds. */
  readonly now: number
  readonly faults: readonly ServerFault[]
}
