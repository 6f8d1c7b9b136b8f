import type { NeededColumn, NeededReference } from "../tables/table-spec.ts"
import type { Fault, TableDrift } from "./drift.ts"
import type { FoundColumn, FoundTable } from "./found-table.ts"

/** What a table needs. */
export type NeededTable<C extends NeededColumn, R extends NeededReference> = {
  readonly columns: readonly C[]
  /** The columns of each unique key, and of each further index. */
  readonly keys: readonly (readonly string[])[]
  readonly indexes: readonly (readonly string[])[]
  readonly foreignKeys: readonly R[]
}

/** How columns are compared. */
export type ColumnChecks<C extends NeededColumn> = {
  /** Makes names equal that the engine treats as the same. */
  foldName(name: string): string
  /** What is wrong with the type of a column. */
  checkColumn(column: C, existing: FoundColumn): readonly Fault[]
  /** Whether existing rows get a value of their own for a column. */
  canBackfill?(column: C): boolean
}

/** The differences between a table and what it needs. Those that require a rebuild on SQLite come first. */
export function compareTable<C extends NeededColumn, R extends NeededReference>(
  needed: NeededTable<C, R>,
  existing: FoundTable | undefined,
  checks: ColumnChecks<C>,
): TableDrift<C, R>[] {
  if (!existing) return [{ code: "missing_table" }]
  const { foldName } = checks
  const isSame = (left: string, right: string) => foldName(left) === foldName(right)
  const columnNamed = (name: string) => existing.columns.find((column) => isSame(column.name, name))
  return [
    ...needed.foreignKeys.flatMap((key) => foreignKeyDrifts<C, R>(key, existing, isSame)),
    ...needed.columns.flatMap((column) => columnDrifts<C, R>(column, columnNamed(column.column), checks)),
    ...existing.columns
      .filter(({ notNull, hasDefault }) => notNull && !hasDefault)
      .filter(({ name }) => !needed.columns.some(({ column }) => isSame(name, column)))
      .map((column) => ({ code: "unfilled_column" as const, existing: column })),
    ...needed.columns
      .filter(({ column }) => !columnNamed(column))
      .map((column) => ({ code: "missing_column" as const, column })),
    ...needed.keys
      .filter((columns) => !isKey(columns.map(foldName), existing, foldName))
      .map((columns) => ({ code: "missing_key" as const, columns })),
    ...needed.indexes
      .filter((columns) => !isIndexed(columns.map(foldName), existing, foldName))
      .map((columns) => ({ code: "missing_index" as const, columns })),
  ]
}

function columnDrifts<C extends NeededColumn, R extends NeededReference>(
  column: C,
  existing: FoundColumn | undefined,
  { checkColumn, canBackfill }: ColumnChecks<C>,
): TableDrift<C, R>[] {
  if (!existing) return []
  const drifts: TableDrift<C, R>[] = checkColumn(column, existing).map((fault) => ({
    code: fault.code,
    column,
    existing,
    fault,
  }))
  if (column.inKey && existing.hasFoldingCollation)
    drifts.push({ code: "folding_collation", column, existing })
  if (column.notNull && !existing.notNull) drifts.push({ code: "nullable_column", column, existing })
  if (canBackfill?.(column) && !existing.notNull) drifts.push({ code: "unfilled_rows", column })
  return drifts
}

type FoldName = (name: string) => string

/** Whether columns are a unique key. A part of a key that is unique makes the whole key unique. */
const isKey = (columns: readonly string[], { indexes }: FoundTable, foldName: FoldName): boolean =>
  indexes.some(
    (index) =>
      index.isUnique &&
      index.columns.length > 0 &&
      index.columns.every((column) => columns.includes(foldName(column))),
  )

const isIndexed = (columns: readonly string[], { indexes }: FoundTable, foldName: FoldName): boolean =>
  indexes.some((index) =>
    columns.every((column, position) => foldName(index.columns[position] ?? "") === column),
  )

function foreignKeyDrifts<C extends NeededColumn, R extends NeededReference>(
  foreignKey: R,
  existing: FoundTable,
  isSame: (left: string, right: string) => boolean,
): TableDrift<C, R>[] {
  const { tenant = [], column, table, references, onDelete = "cascade" } = foreignKey
  const areSame = (names: readonly string[], last: string) =>
    isSame(names.join(), [tenant, last].flat().join())
  const matching = existing.foreignKeys.filter(
    (key) => areSame(key.columns, column) && isSame(key.table, table) && areSame(key.references, references),
  )
  const [first] = matching
  if (!first) return [{ code: "missing_foreign_key", foreignKey }]
  const isLacking = onDelete === "cascade" && !matching.some(({ cascades }) => cascades)
  return isLacking ? [{ code: "missing_cascade", foreignKey, existing: first }] : []
}
