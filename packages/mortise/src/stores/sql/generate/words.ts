import { tableTitle } from "../compile/tables.ts"
import type { DescribedTable } from "./described-table.ts"

/** A table in words: its columns and keys, one per line. */
export const tableInWords = (table: DescribedTable): string =>
  block(table, [...table.columns.map(columnInWords), ...keyLines(table)])

/** The keys of a table in words; empty if it has none. */
export const keysInWords = (table: DescribedTable): string => {
  const lines = keyLines(table)
  return lines.length > 0 ? block(table, lines) : ""
}

const block = (table: DescribedTable, lines: readonly string[]): string =>
  [
    `${table.isPart ? "table" : "new table"} ${tableTitle(table, table)}`,
    ...lines.map((line) => `  ${line}`),
    "",
  ].join("\n")

const columnInWords = ({ column, type, notNull }: DescribedTable["columns"][number]): string =>
  `column ${column}: ${type}${notNull ? ", not null" : ""}`

function keyLines(table: DescribedTable): string[] {
  const findColumnName = (field: string) =>
    table.columns.find((candidate) => candidate.field === field)?.column ?? field
  const names = (fields: readonly string[]) => fields.map(findColumnName).join(", ")
  const primary = table.columns.filter(({ isPrimary }) => isPrimary).map(({ field }) => field)
  return [
    ...[primary, table.compositeKey]
      .filter((fields) => fields.length > 0)
      .map((fields) => `primary key: ${names(fields)}`),
    ...(table.uniqueIndexes ?? []).map(({ fields }) => `unique key: ${names(fields)}`),
    ...table.uniques.map(({ field }) => `unique key: ${names([field])}`),
    ...table.lowerUniques.map(({ field }) => `unique index: ${names([field])} in lower case`),
    ...table.indexes.map(({ fields }) => `index: ${names(fields)}`),
    ...table.owners.map(
      ({ field, references }) =>
        `foreign key: ${names([field])}, to ${references} of the users table, on delete cascade`,
    ),
  ]
}
