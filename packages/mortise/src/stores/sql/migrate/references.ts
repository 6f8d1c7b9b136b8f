import type { ForeignKey, TableSpec } from "../compile/tables.ts"
import type { FoundColumn, FoundTable } from "../introspection/found-table.ts"
import type { Introspection } from "../introspection/introspection.ts"
import type { Migration } from "./migration.ts"

/** Whether the types of two existing columns allow a foreign key. */
export function isReferable(
  introspection: Introspection,
  found: FoundTable,
  { column, table, references }: ForeignKey,
  tables: readonly FoundTable[],
): boolean {
  const own = columnNamed(introspection, [found], found.table, column)
  const referenced = columnNamed(introspection, tables, table, references)
  return !own || !referenced || introspection.canReference(own, referenced)
}

/**
 * A new table whose foreign keys fit the existing users table: if the id there has another acceptable type, the new
 * column gets that type. Undefined if the type of the id must be fixed first.
 */
export function fitReferences(
  { introspection, specs }: Migration,
  spec: TableSpec,
  tables: readonly FoundTable[],
): TableSpec | undefined {
  let fitting = spec
  for (const { column, table, references } of spec.foreignKeys) {
    const referenced = columnNamed(introspection, tables, table, references)
    const needed = specs
      .find((each) => each.table === table)
      ?.columns.find((each) => each.column === references)
    if (!referenced || !needed) continue
    if (introspection.checkColumn(needed, referenced).some(({ code }) => code === "wrong_type"))
      return undefined
    const fittingType = (type: string) =>
      introspection.canReference({ ...referenced, type, definition: type }, referenced)
        ? type
        : referenced.definition
    fitting = {
      ...fitting,
      columns: fitting.columns.map((each) =>
        each.column === column ? { ...each, type: fittingType(each.type) } : each,
      ),
    }
  }
  return fitting
}

const columnNamed = (
  { foldName }: Introspection,
  tables: readonly FoundTable[],
  table: string,
  column: string,
): FoundColumn | undefined =>
  tables
    .find((each) => foldName(each.table) === foldName(table))
    ?.columns.find((each) => foldName(each.name) === foldName(column))
