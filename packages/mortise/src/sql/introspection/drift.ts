import type { Severity } from "../../contract/server-finding.ts"
import type {
  ColumnSpec,
  ForeignKey,
  NeededColumn,
  NeededReference,
  TableSpec,
} from "../tables/table-spec.ts"
import type { FoundColumn, FoundForeignKey, FoundTable } from "./found-table.ts"

/** The kinds of problems of a database. The codes are stable. */
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
  | "missing_email_index"
  | "legacy_emails"
  | "unrecorded_migration"
  | "official_tables"
  | "missing_policy"
  | "open_policy"
  | "bypassed_policies"
  | FaultCode

/** The kinds of problems that depend on the engine. */
export type FaultCode =
  | "wrong_type"
  | "missing_time_zone"
  | "small_number"
  | "short_column"
  | "foreign_keys_off"

export type Fault = {
  readonly code: FaultCode
  readonly severity: Severity
  /** A sentence; for a column, it starts with the name of the column. */
  readonly why: string
  readonly fix?: readonly string[]
  /** What to do about it, if running statements is not the best answer. */
  readonly advice?: string
}

/** One difference between a table as it is needed and the table in the database. */
export type Drift =
  | TableDrift<ColumnSpec, ForeignKey>
  | { readonly code: "missing_email_index"; readonly lowerColumn: string }

/** A difference that every kind of table can have. */
export type TableDrift<C extends NeededColumn, R extends NeededReference> =
  | { readonly code: "missing_table" }
  | { readonly code: "missing_column"; readonly column: C }
  | { readonly code: "missing_key" | "missing_index"; readonly columns: readonly string[] }
  | { readonly code: "missing_foreign_key"; readonly foreignKey: R }
  | { readonly code: "missing_cascade"; readonly foreignKey: R; readonly existing: FoundForeignKey }
  | {
      readonly code: "nullable_column" | "folding_collation"
      readonly column: C
      readonly existing: FoundColumn
    }
  | { readonly code: "unfilled_column"; readonly existing: FoundColumn }
  | { readonly code: "unfilled_rows"; readonly column: C }
  | {
      readonly code: FaultCode
      readonly column: C
      readonly existing: FoundColumn
      readonly fault: Fault
    }

/** A table that is needed, the table in the database, and their differences. */
export type TableComparison<Spec extends TableSpec = TableSpec> = {
  readonly spec: Spec
  readonly existing: FoundTable | undefined
  readonly drifts: readonly Drift[]
}
