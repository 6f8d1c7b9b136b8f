import type { ColumnSpec, ForeignKey, TableSpec } from "../compile/tables.ts"
import type { FoundColumn, FoundForeignKey, FoundTable } from "./found-table.ts"

/** `error`: calls fail, or a promise of the contract does not hold. `warning`: slow, or open to other programs. */
export type Severity = "error" | "warning"

/** What can be wrong with a database. The codes are stable. */
export type FindingCode =
  | "missing_table"
  | "missing_column"
  | "missing_key"
  | "missing_index"
  | "missing_foreign_key"
  | "missing_cascade"
  | "nullable_column"
  | "unfilled_column"
  | "unfilled_rows"
  | "folding_collation"
  | FaultCode

/** What an engine alone can tell. */
export type FaultCode =
  | "wrong_type"
  | "missing_time_zone"
  | "small_number"
  | "short_column"
  | "foreign_keys_off"

export type Fault = {
  readonly code: FaultCode
  readonly severity: Severity
  /** Of a column, it begins with the column's name. */
  readonly why: string
  readonly fix?: readonly string[]
}

/** One difference between a table as the adapter needs it and as it is. */
export type Drift =
  | { readonly code: "missing_table" }
  | { readonly code: "missing_column"; readonly column: ColumnSpec }
  | { readonly code: "missing_key" | "missing_index"; readonly columns: readonly string[] }
  | { readonly code: "missing_foreign_key"; readonly foreignKey: ForeignKey }
  | {
      readonly code: "missing_cascade"
      readonly foreignKey: ForeignKey
      readonly found: FoundForeignKey
    }
  | { readonly code: "nullable_column" | "folding_collation"; readonly column: ColumnSpec }
  | { readonly code: "unfilled_column"; readonly found: FoundColumn }
  | { readonly code: "unfilled_rows"; readonly column: ColumnSpec }
  | { readonly code: FaultCode; readonly column: ColumnSpec; readonly fault: Fault }

/** A table that is needed, what was found of it, and how they differ. */
export type TableComparison = {
  readonly spec: TableSpec
  readonly found: FoundTable | undefined
  readonly drifts: readonly Drift[]
}
