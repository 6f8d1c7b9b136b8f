import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import type { Introspection } from "../../../sql/introspection/introspection.ts"
import { findFoundColumn, fitType } from "../../../sql/introspection/referenced-column.ts"
import type { ForeignKey } from "../../../sql/tables/table-spec.ts"
import type { ModelTable } from "../compile/tables.ts"
import type { Migration } from "./migration.ts"

/** Whether the types of two existing columns allow a foreign key. */
export function isReferable(
  introspection: Introspection,
  existing: FoundTable,
  { column, table, references }: ForeignKey,
  tables: readonly FoundTable[],
): boolean {
  const ownColumn = findFoundColumn(introspection, [existing], existing.table, column)
  const referenced = findFoundColumn(introspection, tables, table, references)
  return !ownColumn || !referenced || introspection.canReference(ownColumn, referenced)
}

/**
 * A new table whose foreign keys fit the existing users table: if the id there has another acceptable type, the new
 * column gets that type. Undefined if the type of the id must be fixed first.
 */
export function fitReferences(
  { introspection, specs }: Migration,
  spec: ModelTable,
  tables: readonly FoundTable[],
): ModelTable | undefined {
  let fitting = spec
  for (const { column, table, references } of spec.foreignKeys) {
    const referenced = findFoundColumn(introspection, tables, table, references)
    const needed = specs
      .find((candidate) => candidate.table === table)
      ?.columns.find((candidate) => candidate.column === references)
    if (!referenced || !needed) continue
    if (introspection.checkColumn(needed, referenced).some(({ code }) => code === "wrong_type"))
      return undefined
    fitting = {
      ...fitting,
      columns: fitting.columns.map((columnSpec) =>
        columnSpec.column === column
          ? { ...columnSpec, type: fitType(introspection, columnSpec.type, referenced) }
          : columnSpec,
      ),
    }
  }
  return fitting
}
