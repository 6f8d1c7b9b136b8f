import {
  countEmpty,
  countFoldedDuplicates,
  countOrphans,
  countRows,
  countSurplus,
} from "../../../sql/introspection/count-rows.ts"
import type { Drift } from "../../../sql/introspection/drift.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import { findFoundColumn, findFoundTable } from "../../../sql/introspection/referenced-column.ts"
import { canBackfill, constantDefault } from "../../../sql/tables/create-table.ts"
import type { ModelComparison } from "../compile/tables.ts"
import type { Migration } from "./migration.ts"

/** How many existing rows violate what must be added. */
export async function countBlockingRows(
  migration: Migration,
  { spec }: ModelComparison,
  drift: Drift,
  tables: readonly FoundTable[],
): Promise<number> {
  const { introspection } = migration
  const hasColumn = (column: string) =>
    findFoundColumn(introspection, tables, spec.table, column) !== undefined
  switch (drift.code) {
    case "missing_column": {
      const { column } = drift
      const isAddable = !column.notNull || constantDefault(column) !== undefined || canBackfill(column)
      return isAddable ? 0 : countRows(spec, migration)
    }
    case "missing_key":
      return drift.columns.every(hasColumn) ? countSurplus(spec, drift.columns, migration) : 0
    case "missing_email_index":
      return hasColumn(drift.lowerColumn) ? countFoldedDuplicates(spec, drift.lowerColumn, migration) : 0
    case "missing_foreign_key": {
      const { column, table } = drift.foreignKey
      if (!hasColumn(column)) return 0
      return findFoundTable(introspection, tables, table)
        ? countOrphans(spec, drift.foreignKey, migration)
        : countRows(spec, migration)
    }
    case "nullable_column":
      return constantDefault(drift.column) === undefined
        ? countEmpty(spec, drift.column.column, migration)
        : 0
    default:
      return 0
  }
}
