import type { ColumnSpec, TableSpec } from "../compile/tables.ts"
import type { Bound } from "../driver.ts"
import type { Drift, Fault } from "./drift.ts"
import type { FoundColumn, FoundTable } from "./found-table.ts"

/** Asks the database; rows come back by position. */
export type Ask = (text: string, values?: readonly Bound[]) => Promise<readonly (readonly unknown[])[]>

/** What an engine tells of its tables, and what it takes to change them. */
export type Introspection = {
  /** The tables that are there, of those named. A missing one is left out. */
  read(ask: Ask, tables: readonly string[]): Promise<readonly FoundTable[]>
  /** Names become equal that the engine takes for the same. */
  foldName(name: string): string
  /** Why the type of a column will not do. */
  checkColumn(column: ColumnSpec, found: FoundColumn): readonly Fault[]
  /** Settings of the database that keep the adapter from keeping its promises. */
  checkSettings(ask: Ask): Promise<readonly Fault[]>
  /** A value as it is written in SQL. */
  literal(value: Bound): string
  /** What `ALTER TABLE` can add: a foreign key, and a column that must be given, to an empty table. */
  readonly canAdd: { readonly foreignKey: boolean; readonly required: boolean }
  /** The statements that mend what adding alone does not; none where a person must decide. */
  repair(request: RepairRequest): readonly string[]
  /** Statements at the start and end of the transaction that make a second migration wait. */
  readonly lock: readonly string[]
  readonly unlock: readonly string[]
}

/** One difference, and all of the same table. */
export type RepairRequest = {
  readonly spec: TableSpec
  readonly found: FoundTable
  readonly drift: Drift
  readonly drifts: readonly Drift[]
}
