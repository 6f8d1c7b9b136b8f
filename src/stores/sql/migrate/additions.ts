import { createIndex, foreignKeyText } from "../compile/create-table.ts"
import type { ColumnSpec, ForeignKey, TableSpec } from "../compile/tables.ts"
import type { Bound } from "../driver.ts"
import { constantDefault } from "./column-default.ts"
import type { FoundTable } from "./found-table.ts"
import type { Migration } from "./migration-of.ts"

// The statements that add to a table that is there, and those that count what would stand in their way.

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

export const countRows = ({ table }: TableSpec, { ask, dialect }: Migration): Promise<number> =>
  count(ask, `SELECT COUNT(*) FROM ${dialect.quote(table)}`)

export const countEmpty = (
  { table }: TableSpec,
  column: string,
  { ask, dialect }: Migration,
): Promise<number> =>
  count(ask, `SELECT COUNT(*) FROM ${dialect.quote(table)} WHERE ${dialect.quote(column)} IS NULL`)

/** How many rows would have to go for the columns to be unique. */
export function countSurplus(
  { table }: TableSpec,
  columns: readonly string[],
  { ask, dialect: { quote } }: Migration,
): Promise<number> {
  const names = columns.map(quote)
  const given = names.map((name) => `${name} IS NOT NULL`).join(" AND ")
  const groups = `SELECT COUNT(*) AS n FROM ${quote(table)} WHERE ${given} GROUP BY ${names.join(", ")} HAVING COUNT(*) > 1`
  return count(ask, `SELECT COALESCE(SUM(n - 1), 0) FROM (${groups}) AS taken`)
}

/** How many rows name an owner who is not there. */
export function countOrphans(
  { table }: TableSpec,
  { column, table: owners, references }: ForeignKey,
  { ask, dialect: { quote } }: Migration,
): Promise<number> {
  const owner = `SELECT 1 FROM ${quote(owners)} o WHERE o.${quote(references)} = r.${quote(column)}`
  return count(
    ask,
    `SELECT COUNT(*) FROM ${quote(table)} r WHERE r.${quote(column)} IS NOT NULL AND NOT EXISTS (${owner})`,
  )
}

const count = async (
  ask: (text: string, values?: readonly Bound[]) => Promise<readonly (readonly unknown[])[]>,
  text: string,
): Promise<number> => Number((await ask(text))[0]?.[0])
