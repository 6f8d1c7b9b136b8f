import { createIndex, foreignKeyText } from "../compile/create-table.ts"
import type { ColumnSpec, ForeignKey, TableSpec } from "../compile/tables.ts"
import { constantDefault } from "./column-default.ts"
import type { FoundTable } from "./found-table.ts"
import type { Migration } from "./migration.ts"

// The statements that add something to an existing table.

export function addColumn(
  { table }: TableSpec,
  column: ColumnSpec,
  { dialect, introspection }: Migration,
): string {
  const value = constantDefault(column)
  const given = column.notNull && value !== undefined
  const written = given ? ` DEFAULT ${introspection.literal(dialect.encode(column.field.kind, value))}` : ""
  return `ALTER TABLE ${dialect.quote(table)} ADD COLUMN ${dialect.quote(column.column)} ${column.type}${column.notNull ? " NOT NULL" : ""}${written}`
}

export const addIndex = (
  spec: TableSpec,
  found: FoundTable,
  columns: readonly string[],
  isUnique: boolean,
  { dialect }: Migration,
): string => createIndex(spec, columns, dialect, { isUnique, taken: found.indexes.map(({ name }) => name) })

export function addForeignKey(
  { table }: TableSpec,
  found: FoundTable,
  key: ForeignKey,
  { dialect }: Migration,
): string {
  const taken = found.foreignKeys.map(({ name }) => name)
  return `ALTER TABLE ${dialect.quote(table)} ADD ${foreignKeyText(table, key, dialect, taken)}`
}
