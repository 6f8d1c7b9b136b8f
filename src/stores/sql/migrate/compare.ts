import type { ColumnSpec, TableSpec } from "../compile/tables.ts"
import { canBeFilled } from "./column-default.ts"
import type { Drift } from "./drift.ts"
import type { FoundColumn, FoundTable } from "./found-table.ts"
import type { Introspection } from "./introspection.ts"

/** How a table differs from what the adapter needs: what only a rebuilt table mends comes first. */
export function compare(
  spec: TableSpec,
  found: FoundTable | undefined,
  introspection: Introspection,
): readonly Drift[] {
  if (!found) return [{ code: "missing_table" }]
  const { fold } = introspection
  const columnNamed = (name: string) => found.columns.find((column) => fold(column.name) === fold(name))
  return [
    ...foreignKeyDrifts(spec, found, fold),
    ...spec.columns.flatMap((column) => columnDrifts(column, columnNamed(column.column), introspection)),
    ...unfilledColumns(spec, found, fold),
    ...spec.columns.flatMap((column): Drift[] =>
      columnNamed(column.column) ? [] : [{ code: "missing_column", column }],
    ),
    ...keyDrifts(spec, found, fold),
  ]
}

type Fold = Introspection["fold"]

function columnDrifts(
  column: ColumnSpec,
  found: FoundColumn | undefined,
  { judge }: Introspection,
): readonly Drift[] {
  if (!found) return []
  const drifts: Drift[] = judge(column, found).map((fault) => ({ code: fault.code, column, fault }))
  if (column.field.inKey && found.folds) drifts.push({ code: "folding_collation", column })
  if (column.notNull && !found.notNull) drifts.push({ code: "nullable_column", column })
  if (canBeFilled(column) && !found.notNull) drifts.push({ code: "unfilled_rows", column })
  return drifts
}

function unfilledColumns({ columns }: TableSpec, found: FoundTable, fold: Fold): readonly Drift[] {
  const known = new Set(columns.map(({ column }) => fold(column)))
  return found.columns
    .filter(({ name, notNull, isFilled }) => notNull && !isFilled && !known.has(fold(name)))
    .map((column) => ({ code: "unfilled_column", found: column }))
}

function keyDrifts(spec: TableSpec, found: FoundTable, fold: Fold): readonly Drift[] {
  const indexes = found.indexes.map((index) => ({ ...index, columns: index.columns.map(fold) }))
  const isKey = (columns: readonly string[]) =>
    indexes.some(({ isUnique, columns: has }) => isUnique && sameSet(has, columns.map(fold)))
  const isIndexed = (columns: readonly string[]) =>
    indexes.some(({ columns: has }) => columns.every((column, nth) => has[nth] === fold(column)))
  const keys = [spec.primaryKey, ...spec.uniques].filter((columns) => !isKey(columns))
  const plain = spec.indexes.filter((columns) => !isIndexed(columns))
  return [
    ...keys.map((columns) => ({ code: "missing_key" as const, columns })),
    ...plain.map((columns) => ({ code: "missing_index" as const, columns })),
  ]
}

const sameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

const foreignKeyDrifts = (spec: TableSpec, found: FoundTable, fold: Fold): readonly Drift[] =>
  spec.foreignKeys.flatMap((foreignKey): Drift[] => {
    const { column, table, references } = foreignKey
    const matching = found.foreignKeys.filter(
      (key) =>
        fold(key.table) === fold(table) &&
        sameSet(key.columns.map(fold), [fold(column)]) &&
        sameSet(key.references.map(fold), [fold(references)]),
    )
    const [first] = matching
    if (!first) return [{ code: "missing_foreign_key", foreignKey }]
    return matching.some(({ cascades }) => cascades)
      ? []
      : [{ code: "missing_cascade", foreignKey, found: first }]
  })
