import type { Dialect } from "../../sql/dialect.ts"
import type { FoundColumn, FoundTable } from "../../sql/introspection/found-table.ts"
import { foreignKeyName, freeName } from "../../sql/tables/create-table.ts"
import { quoteTable } from "../quote-table.ts"
import type { AuthColumn, AuthForeignKey, AuthIndex, AuthTable } from "./auth-table.ts"

// The statements that create a table, or change an existing one.

/** The statements that create a table with its indexes. */
export const createTableTexts = (table: AuthTable, dialect: Dialect): string[] => [
  createTable(table, dialect),
  ...table.indexes.map((index) => createIndex(table.table, index, dialect)),
]

function createTable({ table, columns, foreignKeys }: AuthTable, dialect: Dialect): string {
  const lines = [
    ...columns.map((column, index) => `${definition(column, dialect)}${index === 0 ? " PRIMARY KEY" : ""}`),
    ...foreignKeys.map((key) => foreignKeyText(table, key, dialect)),
  ]
  return `CREATE TABLE ${quoteTable(dialect, table)} (\n  ${lines.join(",\n  ")}\n)`
}

const definition = ({ column, type, notNull, default: value }: AuthColumn, { quote }: Dialect): string =>
  [quote(column), type, notNull && "NOT NULL", value !== undefined && `DEFAULT ${value}`]
    .filter((part) => part !== false)
    .join(" ")

/** An index, under the name that Better Auth's own migrations give it unless that is `taken`. */
export function createIndex(
  table: string,
  { columns, isUnique, name }: AuthIndex,
  { quote }: Dialect,
  taken: readonly string[] = [],
): string {
  const wanted = name ?? [table.split(".").at(-1), ...columns, isUnique ? "uidx" : "idx"].join("_")
  return `CREATE ${isUnique ? "UNIQUE " : ""}INDEX ${quote(freeName(wanted, taken))} ON ${quoteTable({ quote }, table)} (${columns.map(quote).join(", ")})`
}

function foreignKeyText(
  tableName: string,
  { column, table, references, onDelete }: AuthForeignKey,
  { quote }: Dialect,
  taken: readonly string[] = [],
): string {
  const name = foreignKeyName(tableName.split(".").at(-1) ?? tableName, column, taken)
  return `CONSTRAINT ${quote(name)} FOREIGN KEY (${quote(column)}) REFERENCES ${quoteTable({ quote }, table)} (${quote(references)}) ON DELETE ${onDelete.toUpperCase()}`
}

export const addForeignKey = (table: FoundTable, key: AuthForeignKey, dialect: Dialect): string =>
  `ALTER TABLE ${quoteTable(dialect, table.table)} ADD ${foreignKeyText(
    table.table,
    key,
    dialect,
    table.foreignKeys.map(({ name }) => name),
  )}`

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
  const { quote, family } = dialect
  const add = (text: string) => `ALTER TABLE ${quoteTable(dialect, table)} ADD COLUMN ${text}`
  if (family !== "sqlite") return [add(definition(column, dialect))]
  const isConstant = column.default !== undefined && !foreignKey
  const columnText = definition(isConstant ? column : { ...column, notNull: false }, dialect)
  const owner = foreignKey
    ? ` REFERENCES ${quoteTable(dialect, foreignKey.table)} (${quote(foreignKey.references)}) ON DELETE ${foreignKey.onDelete.toUpperCase()}`
    : ""
  const fill = `UPDATE ${quoteTable(dialect, table)} SET ${quote(column.column)} = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
  return [add(columnText + owner), ...(column.isTimestamp ? [fill] : [])]
}

/** Gives a column another type, and keeps whether it may be null. */
export function changeType(
  table: string,
  { column, type, kind }: AuthColumn,
  { notNull }: FoundColumn,
  { quote, family }: Dialect,
): string[] {
  const [owner, name] = [quoteTable({ quote }, table), quote(column)]
  if (family === "mysql") {
    // A TIMESTAMP is converted in the connection's time zone.
    const utc = kind === "date" ? ["SET time_zone = '+00:00'"] : []
    return [...utc, `ALTER TABLE ${owner} MODIFY COLUMN ${name} ${type}${notNull ? " NOT NULL" : ""}`]
  }
  if (family !== "postgres") return []
  const using = kind === "date" ? ` USING ${name} AT TIME ZONE 'UTC'` : ""
  return [`ALTER TABLE ${owner} ALTER COLUMN ${name} TYPE ${type}${using}`]
}
