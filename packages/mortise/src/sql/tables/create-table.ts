import type { Value } from "../../contract/rows.ts"
import type { Dialect } from "../dialect.ts"
import type { Bound } from "../driver.ts"
import { toStorage } from "../storage.ts"
import type { ColumnSpec, NeededReference, TableSpec } from "./table-spec.ts"

/** The statements that create a table with its keys and indexes. */
export function createTableTexts(spec: TableSpec, dialect: Dialect, literal: Literal): string[] {
  return [
    createTable(spec, dialect, literal),
    ...(namesUniques(dialect)
      ? spec.uniques.map((columns) => createIndex(spec, columns, dialect, { isUnique: true }))
      : []),
    ...spec.indexes.map((columns) => createIndex(spec, columns, dialect)),
    ...spec.lowerUniques.map((column) => createLowerIndex(spec, column, dialect)),
  ]
}

// SQLite gives a unique key inside CREATE TABLE no name, and the ORMs' tools do not see it.
const namesUniques = ({ family }: Dialect): boolean => family === "sqlite"

/** An index on columns of a table, under a name that is not `taken`. */
export function createIndex(
  { table }: TableSpec,
  columns: readonly string[],
  dialect: Dialect,
  { isUnique = false, taken = [] }: { isUnique?: boolean; taken?: readonly string[] } = {},
): string {
  const name = indexName(table, columns, { isUnique, taken })
  return indexText(table, columns, dialect, { isUnique, name })
}

/** An index on columns of a table. */
export function indexText(
  table: string,
  columns: readonly string[],
  { quote, quoteTable }: Dialect,
  { isUnique, name }: { readonly isUnique: boolean; readonly name: string },
): string {
  return `CREATE ${isUnique ? "UNIQUE " : ""}INDEX ${quote(name)} ON ${quoteTable(table)} (${columns.map(quote).join(", ")})`
}

export const indexName = (
  table: string,
  columns: readonly string[],
  { isUnique = false, taken = [] }: { isUnique?: boolean; taken?: readonly string[] } = {},
): string => freeName([table, ...columns, isUnique ? "key" : "idx"].join("_"), taken)

/** A unique index on a column in lower case, under a name that is not `taken`. */
export const createLowerIndex = (
  spec: TableSpec,
  column: string,
  { quote, quoteTable, lower }: Dialect,
  taken: readonly string[] = [],
): string =>
  `CREATE UNIQUE INDEX ${quote(lowerIndexName(spec, column, taken))} ON ${quoteTable(spec.table)} (${lower(quote(column))})`

export const lowerIndexName = ({ table }: TableSpec, column: string, taken: readonly string[] = []): string =>
  freeName(`${table}_${column}_lower_key`, taken)

/** A foreign key of a table, named by us: the name that an engine generates can be longer than it accepts. */
export function foreignKeyText(
  childTable: string,
  { tenant, column, table, references, onDelete = "cascade", onUpdate }: NeededReference,
  { quote, quoteTable }: Dialect,
  taken: readonly string[] = [],
): string {
  const name = foreignKeyName(childTable, column, taken)
  const quoteColumns = (last: string) => [...(tenant ? [tenant] : []), last].map(quote).join(", ")
  const update = onUpdate === undefined ? "" : ` ON UPDATE ${onUpdate.toUpperCase()}`
  return `CONSTRAINT ${quote(name)} FOREIGN KEY (${quoteColumns(column)}) REFERENCES ${quoteTable(table)} (${quoteColumns(references)}) ON DELETE ${onDelete.toUpperCase()}${update}`
}

export const foreignKeyName = (table: string, column: string, taken: readonly string[] = []): string =>
  freeName(`${table}_${column}_fkey`, taken)

function createTable(spec: TableSpec, dialect: Dialect, literal: Literal): string {
  const { quote, quoteTable } = dialect
  const columns = spec.columns.map((column) => columnDefinition(column, dialect, literal))
  const isInline = spec.columns.some(({ type }) => type.includes("PRIMARY KEY"))
  const keys = isInline ? [] : [`PRIMARY KEY (${spec.primaryKey.map(quote).join(", ")})`]
  const uniques = (namesUniques(dialect) ? [] : spec.uniques).map(
    (fields) => `UNIQUE (${fields.map(quote).join(", ")})`,
  )
  const owners = spec.foreignKeys.map((key) => foreignKeyText(spec.table, key, dialect))
  return `CREATE TABLE ${quoteTable(spec.table)} (\n  ${[...columns, ...keys, ...uniques, ...owners].join(",\n  ")}\n)`
}

// In bytes, as on the strictest engine; others silently truncate longer names.
const longestName = 63

/** A name that fits every engine, and is not `taken`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  for (let attempt = 1; ; attempt++) {
    const name = truncateName(wanted, attempt === 1 ? "" : `_${attempt}`)
    if (!used.has(name.toLowerCase())) return name
  }
}

function truncateName(name: string, ending: string): string {
  const bytes = new TextEncoder().encode(name)
  if (bytes.length + ending.length <= longestName) return name + ending
  const mark = `_${checksum(bytes)}${ending}`
  // A character that would be cut in half is left out.
  return new TextDecoder().decode(bytes.slice(0, longestName - mark.length)).replace(/\uFFFD$/, "") + mark
}

const checksum = (bytes: Uint8Array): string =>
  bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 7).toString(36)

/** A value as SQL. */
export type Literal = (value: Bound) => string

/** A column as `CREATE TABLE` and `ADD COLUMN` both write it, so that new and upgraded tables are identical. */
export function columnDefinition(spec: ColumnSpec, dialect: Dialect, literal: Literal): string {
  const { column, type, notNull, field } = spec
  const value = constantDefault(spec)
  const parts = [dialect.quote(column), type]
  if (notNull) parts.push("NOT NULL")
  if (notNull && value !== undefined)
    // A number in quotes would be kept in quotes by PostgreSQL, and the ORMs' tools would find a difference.
    parts.push(
      `DEFAULT ${literal(typeof value === "number" ? value : dialect.encode(toStorage(field), value))}`,
    )
  return parts.join(" ")
}

/** A field's default, if it is a value: SQL can give it to existing rows. */
export const constantDefault = ({ field }: ColumnSpec): Value | undefined =>
  field.presence === "defaulted" && typeof field.default !== "function" ? field.default : undefined

/** Whether a field's default is a function, which must be called for each existing row. */
export const canBackfill = ({ field, notNull }: ColumnSpec): boolean =>
  field.presence === "defaulted" && typeof field.default === "function" && !notNull
