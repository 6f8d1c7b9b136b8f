import { compareTable } from "../../../sql/introspection/compare-table.ts"
import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import type { Introspection } from "../../../sql/introspection/introspection.ts"
import { findFoundTable } from "../../../sql/introspection/referenced-column.ts"
import { canBackfill } from "../../../sql/tables/create-table.ts"
import type { ModelComparison, ModelTable } from "../compile/tables.ts"

/** Compares the table of a model with the tables in the database. */
export function compareModel(
  spec: ModelTable,
  tables: readonly FoundTable[],
  introspection: Introspection,
): ModelComparison {
  const { foldName, checkColumn } = introspection
  const existing = findFoundTable(introspection, tables, spec.table)
  const keys = [spec.primaryKey, ...spec.uniques]
  const drifts = compareTable({ ...spec, keys }, existing, { foldName, checkColumn, canBackfill })
  const lowerUniques = existing?.lowerUniques.map(foldName) ?? spec.lowerUniques.map(foldName)
  const missing = spec.lowerUniques.filter((column) => !lowerUniques.includes(foldName(column)))
  return {
    spec,
    existing,
    drifts: [
      ...drifts,
      ...missing.map((lowerColumn) => ({ code: "missing_email_index" as const, lowerColumn })),
    ],
  }
}
