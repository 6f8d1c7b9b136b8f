import type { FoundTable } from "../../../sql/introspection/found-table.ts"
import { columnDefinition, createIndex, foreignKeyText } from "../../../sql/tables/create-table.ts"
import type { ColumnSpec, ForeignKey } from "../../../sql/tables/table-spec.ts"
import type { ModelTable } from "../compile/tables.ts"
import type { Migration } from "./migration.ts"

// The statements that add something to an existing table.

export const addColumn = (
  { table }: ModelTable,
  column: ColumnSpec,
  { dialect, introspection }: Migration,
): string =>
  `ALTER TABLE ${dialect.quoteTable(table)} ADD COLUMN ${columnDefinition(column, dialect, introspection.literal)}`

export const addIndex = (
  spec: ModelTable,
  existing: FoundTable,
  columns: readonly string[],
  isUnique: boolean,
  { dialect }: Migration,
): string =>
  createIndex(spec, columns, dialect, { isUnique, taken: existing.indexes.map(({ name }) => name) })

export function addForeignKey(
  { table }: ModelTable,
  existing: FoundTable,
  key: ForeignKey,
  { dialect }: Migration,
): string {
  const taken = existing.foreignKeys.map(({ name }) => name)
  return `ALTER TABLE ${dialect.quoteTable(table)} ADD ${foreignKeyText(table, key, dialect, taken)}`
}
