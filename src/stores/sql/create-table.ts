import type { Dialect } from "./dialect.ts"
import type { TableSpec } from "./tables.ts"

/** The statements that make a table with its keys and indexes. */
export function createTableTexts(spec: TableSpec, dialect: Dialect): string[] {
  return [createTable(spec, dialect), ...spec.indexes.map((columns) => createIndex(spec, columns, dialect))]
}

export function createIndex(
  spec: TableSpec,
  columns: readonly string[],
  dialect: Dialect,
  unique = false,
): string {
  const { quote } = dialect
  const name = `${spec.table}_${columns.join("_")}_${unique ? "key" : "idx"}`
  return `CREATE ${unique ? "UNIQUE " : ""}INDEX ${quote(name)} ON ${quote(spec.table)} (${columns.map(quote).join(", ")})`
}

function createTable(spec: TableSpec, dialect: Dialect): string {
  const { quote } = dialect
  const columns = spec.columns.map(
    ({ column, type, notNull }) =>
      `${quote(column)} ${type}${notNull && !type.includes("PRIMARY KEY") ? " NOT NULL" : ""}`,
  )
  const isInline = spec.columns.some(({ type }) => type.includes("PRIMARY KEY"))
  const keys = isInline ? [] : [`PRIMARY KEY (${spec.primaryKey.map(quote).join(", ")})`]
  const uniques = spec.uniques.map((fields) => `UNIQUE (${fields.map(quote).join(", ")})`)
  const owners = spec.foreignKeys.map(
    ({ column, table, references }) =>
      `FOREIGN KEY (${quote(column)}) REFERENCES ${quote(table)} (${quote(references)}) ON DELETE CASCADE`,
  )
  return `CREATE TABLE ${quote(spec.table)} (\n  ${[...columns, ...keys, ...uniques, ...owners].join(",\n  ")}\n)`
}
