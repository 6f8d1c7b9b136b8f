import type { Dialect } from "../../sql/dialect.ts"
import type { FoundColumn, FoundTable } from "../../sql/introspection/found-table.ts"
import { foreignKeyText, freeName, indexText } from "../../sql/tables/create-table.ts"
import type { AuthColumn, AuthForeignKey, AuthIndex, AuthTable } from "./auth-table.ts"

// The statements that create a table, or change an existing one.

/** The statements that create a table with its indexes. */
export const createTableTexts = (table: AuthTable, dialect: Dialect): string[] => [
  createTable(table, dialect),
  ...table.indexes.map((index) => createIndex(table.table, index, dialect)),
]

function createTable({ table, columns, primaryKey, foreignKeys }: AuthTable, dialect: Dialect): string {
  const isInline = primaryKey.length === 1
  const lines = [
    ...columns.map(
      (column, index) => `${definition(column, dialect)}${isInline && index === 0 ? " PRIMARY KEY" : ""}`,
    ),
    ...(isInline ? [] : [`PRIMARY KEY (${primaryKey.map(dialect.quote).join(", ")})`]),
    ...foreignKeys.map((key) => foreignKeyText(withoutSchema(table), key, dialect)),
  ]
  return `CREATE TABLE ${dialect.quoteTable(table)} (\n  ${lines.join(",\n  ")}\n)`
}

const definition = ({ column, type, notNull, default: value }: AuthColumn, { quote }: Dialect): string =>
  [quote(column), type, notNull && "NOT NULL", value !== undefined && `DEFAULT ${value}`]
    .filter((part) => part !== false)
    .join(" ")

/** An index, under the name that Better Auth's own migrations give it unless that is `taken`. */
export function createIndex(
  table: string,
  { columns, isUnique, name }: AuthIndex,
  dialect: Dialect,
  taken: readonly string[] = [],
): string {
  const wanted = name ?? [withoutSchema(table), ...columns, isUnique ? "uidx" : "idx"].join("_")
  return indexText(table, columns, dialect, { isUnique, name: freeName(wanted, taken) })
}

export const addForeignKey = (
  { table, foreignKeys }: FoundTable,
  key: AuthForeignKey,
  dialect: Dialect,
): string => {
  const taken = foreignKeys.map(({ name }) => name)
  return `ALTER TABLE ${dialect.quoteTable(table)} ADD ${foreignKeyText(withoutSchema(table), key, dialect, taken)}`
}

const withoutSchema = (table: string): string => table.slice(table.lastIndexOf(".") + 1)

/**
 * The statements that add a column. SQLite adds a column that is not null only with a constant default, and a foreign
 * key only together with its column; existing rows get the current time in a second statement.
 */
export function addColumnTexts(
  table: string,
  column: AuthColumn,
  foreignKey: AuthForeignKey | undefined,
  dialect: Dialect,
): string[] {
  const { quote, quoteTable, family } = dialect
  const add = (text: string) => `ALTER TABLE ${quoteTable(table)} ADD COLUMN ${text}`
  if (family !== "sqlite") return [add(definition(column, dialect))]
  const isConstant = column.default !== undefined && !foreignKey
  const columnText = definition(isConstant ? column : { ...column, notNull: false }, dialect)
  // What refers to two columns is a part of a new table only.
  const owner =
    foreignKey && !foreignKey.tenant
      ? ` REFERENCES ${quoteTable(foreignKey.table)} (${quote(foreignKey.references)}) ON DELETE ${foreignKey.onDelete.toUpperCase()}`
      : ""
  const fill = `UPDATE ${quoteTable(table)} SET ${quote(column.column)} = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
  return [add(columnText + owner), ...(column.isTimestamp ? [fill] : [])]
}

/**
 * The statements that make a column required, or optional again. None on SQLite, which would have to copy the table, nor
 * for a column of MySQL with a default, which MODIFY would drop.
 */
export function changeNull(
  table: string,
  { name, definition, hasDefault }: Pick<FoundColumn, "name" | "definition" | "hasDefault">,
  notNull: boolean,
  { quote, quoteTable, family }: Dialect,
): string[] {
  const alter = `ALTER TABLE ${quoteTable(table)}`
  if (family === "postgres")
    return [`${alter} ALTER COLUMN ${quote(name)} ${notNull ? "SET" : "DROP"} NOT NULL`]
  if (family !== "mysql" || hasDefault) return []
  return [`${alter} MODIFY COLUMN ${quote(name)} ${definition}${notNull ? " NOT NULL" : " NULL"}`]
}

/** Gives a column another type, and keeps whether it may be null. */
export function changeType(
  table: string,
  { column, type, kind }: AuthColumn,
  { notNull }: FoundColumn,
  { quote, quoteTable, family }: Dialect,
): string[] {
  const [owner, name] = [quoteTable(table), quote(column)]
  if (family === "mysql") {
    // A TIMESTAMP is converted in the connection's time zone.
    const utc = kind === "date" ? ["SET time_zone = '+00:00'"] : []
    return [...utc, `ALTER TABLE ${owner} MODIFY COLUMN ${name} ${type}${notNull ? " NOT NULL" : ""}`]
  }
  if (family !== "postgres") return []
  const using = kind === "date" ? ` USING ${name} AT TIME ZONE 'UTC'` : ""
  return [`ALTER TABLE ${owner} ALTER COLUMN ${name} TYPE ${type}${using}`]
}
