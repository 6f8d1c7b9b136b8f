import {
  countEmpty,
  countFoldedDuplicates,
  countOrphans,
  countRows,
  countSurplus,
} from "../../../sql/introspection/count-rows.ts"
import type { Drift } from "../../../sql/introspection/drift.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import { canBackfill, constantDefault } from "../../../sql/tables/create-table.ts"
import type { ModelComparison } from "../compile/tables.ts"
import type { Migration } from "./migration.ts"

/** How many existing rows violate what must be added. */
export async function countBlockingRows(
  migration: Migration,
  { spec, existing }: ModelComparison,
  drift: Drift,
  tables: readonly FoundTable[],
): Promise<number> {
  const { foldName } = migration.introspection
  const hasColumn = (column: string) =>
    existing?.columns.some(({ name }) => foldName(name) === foldName(column))
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
      const hasOwners = tables.some((candidate) => foldName(candidate.table) === foldName(table))
      return hasOwners ? countOrphans(spec, drift.foreignKey, migration) : countRows(spec, migration)
    }
    case "nullable_column":
      return constantDefault(drift.column) === undefined
        ? countEmpty(spec, drift.column.column, migration)
        : 0
    default:
      return 0
  }
}
