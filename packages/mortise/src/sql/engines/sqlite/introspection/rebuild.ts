/**
 * Rebuilds a table, because SQLite can neither add a foreign key to a table nor change a column. The statement that
 * created the table is parsed, changed only where it differs, and run under another name. Then the rows are copied, the
 * old table is dropped, the new one is renamed, and indexes and triggers are created again. The owner's own columns,
 * checks and rows stay. Foreign keys are off meanwhile, because dropping the old table would delete the rows that refer
 * to it.
 */
import type { Kind } from "../../../../contract/fields.ts"
import type { Drift } from "../../../introspection/drift.ts"
import type { FoundTable } from "../../../introspection/found-table.ts"
import type { Introspection } from "../../../introspection/introspection.ts"
import { toStorage } from "../../../storage.ts"
import { constantDefault, foreignKeyText } from "../../../tables/create-table.ts"
import type { ColumnSpec } from "../../../tables/table-spec.ts"
import { sqliteDialect } from "../dialect.ts"
import { type Clause, type ColumnText, namesIn, readTableText, type TableText } from "./table-text.ts"

const { quote } = sqliteDialect

/** The statements that rebuild a table with its differences fixed. */
export function rebuild(
  existing: FoundTable,
  drifts: readonly Drift[],
  { foldName, literal }: Pick<Introspection, "foldName" | "literal">,
): string[] {
  const [text = "", ...indexesAndTriggers] = existing.definitions
  const before = readTableText(text)
  const after = drifts.reduce((table, drift) => repairTable(existing.table, table, drift, foldName), before)
  const rebuilt = `mortise_new_${existing.table}`
  const copiedColumns = before.columns.filter(({ clauses }) => !clauses.some(({ kind }) => isGenerated(kind)))
  const values = copiedColumns.map(({ name }) => buildCopyExpression(name, drifts, foldName, literal))
  const names = copiedColumns.map(({ name }) => quote(name)).join(", ")
  return [
    "PRAGMA foreign_keys = OFF",
    "PRAGMA legacy_alter_table = ON",
    "BEGIN IMMEDIATE",
    createText(rebuilt, after),
    `INSERT INTO ${quote(rebuilt)} (${names}) SELECT ${values.join(", ")} FROM ${quote(existing.table)}`,
    `DROP TABLE ${quote(existing.table)}`,
    `ALTER TABLE ${quote(rebuilt)} RENAME TO ${quote(existing.table)}`,
    ...indexesAndTriggers,
    "COMMIT",
    "PRAGMA legacy_alter_table = OFF",
    "PRAGMA foreign_keys = ON",
  ]
}

const isGenerated = (kind: string): boolean => kind === "GENERATED" || kind === "AS"

function createText(name: string, { columns, constraints, options }: TableText): string {
  const lines = columns.map(({ name, type, clauses }) =>
    [quote(name), type, ...clauses.map(({ text }) => text)].filter((part) => part !== "").join(" "),
  )
  const list = [...lines, ...constraints.map(({ text }) => text)].join(",\n  ")
  return `CREATE TABLE ${quote(name)} (\n  ${list}\n)${options && ` ${options}`}`
}

type FoldName = Introspection["foldName"]

function repairTable(tableName: string, table: TableText, drift: Drift, foldName: FoldName): TableText {
  const column = (name: string, change: (column: ColumnText) => ColumnText): TableText => ({
    ...table,
    columns: table.columns.map((columnText) =>
      foldName(columnText.name) === foldName(name) ? change(columnText) : columnText,
    ),
  })
  switch (drift.code) {
    case "wrong_type":
      return column(drift.column.column, (columnText) => withType(columnText, drift.column.type))
    case "folding_collation":
      return column(drift.column.column, (columnText) => without(columnText, "COLLATE"))
    case "nullable_column":
      return column(drift.column.column, notNull)
    case "missing_column":
      return withColumn(table, drift.column)
    case "missing_foreign_key":
    case "missing_cascade":
      return withForeignKey(
        tableName,
        column(drift.foreignKey.column, (columnText) => without(columnText, "REFERENCES")),
        drift,
        foldName,
      )
    default:
      return table
  }
}

// Other columns can be added by ALTER TABLE.
function withColumn(table: TableText, column: ColumnSpec): TableText {
  if (!column.notNull || constantDefault(column) !== undefined) return table
  const added = { name: column.column, type: column.type, clauses: [{ kind: "NOT", text: "NOT NULL" }] }
  return { ...table, columns: [...table.columns, added] }
}

const without = (column: ColumnText, kind: string): ColumnText => ({
  ...column,
  clauses: column.clauses.filter((clause) => clause.kind !== kind),
})

const notNull = (column: ColumnText): ColumnText => ({
  ...column,
  clauses: [{ kind: "NOT", text: "NOT NULL" }, ...without(column, "NULL").clauses],
})

// AUTOINCREMENT is only allowed on an INTEGER column.
const withType = (column: ColumnText, type: string): ColumnText => ({
  ...column,
  type,
  clauses: column.clauses.map(({ kind, text }) => ({ kind, text: text.replace(/\s+AUTOINCREMENT\b/i, "") })),
})

function withForeignKey(
  tableName: string,
  { constraints, ...rest }: TableText,
  { foreignKey }: Extract<Drift, { readonly foreignKey: unknown }>,
  foldName: FoldName,
): TableText {
  const isOther = (clause: Clause) =>
    clause.kind !== "FOREIGN" || namesIn(clause).map(foldName).join() !== foldName(foreignKey.column)
  const added = { kind: "FOREIGN", text: foreignKeyText(tableName, foreignKey, sqliteDialect) }
  return { ...rest, constraints: [...constraints.filter(isOther), added] }
}

function buildCopyExpression(
  name: string,
  drifts: readonly Drift[],
  foldName: FoldName,
  literal: Introspection["literal"],
): string {
  const ours = drifts.flatMap((drift) =>
    "column" in drift && foldName(drift.column.column) === foldName(name) ? [drift] : [],
  )
  let value = quote(name)
  for (const drift of ours) {
    if (drift.code === "wrong_type") value = convertValue(value, drift.column.field.kind)
    const defaultValue = drift.code === "nullable_column" ? constantDefault(drift.column) : undefined
    if (defaultValue !== undefined)
      value = `coalesce(${value}, ${literal(sqliteDialect.encode(toStorage(drift.column.field), defaultValue))})`
  }
  return value
}

// A date that another program stored as text becomes milliseconds. SQLite converts everything else on its own.
const convertValue = (value: string, kind: Kind): string =>
  kind === "date"
    ? `CASE WHEN ${value} LIKE '%-%' THEN CAST(round((julianday(${value}) - 2440587.5) * 86400000) AS INTEGER) ELSE ${value} END`
    : value
