import { canBackfill } from "../tables/create-table.ts"
import type { ColumnSpec, TableSpec } from "../tables/table-spec.ts"
import type { Drift } from "./drift.ts"
import type { FoundColumn, FoundTable } from "./found-table.ts"
import type { Introspection } from "./introspection.ts"

/** The differences between a table and what is needed. Those that require a rebuild on SQLite come first. */
export function compare(
  spec: TableSpec,
  existing: FoundTable | undefined,
  introspection: Introspection,
): readonly Drift[] {
  if (!existing) return [{ code: "missing_table" }]
  const { foldName } = introspection
  const columnNamed = (name: string) =>
    existing.columns.find((column) => foldName(column.name) === foldName(name))
  return [
    ...foreignKeyDrifts(spec, existing, foldName),
    ...spec.columns.flatMap((column) => columnDrifts(column, columnNamed(column.column), introspection)),
    ...unfilledColumns(spec, existing, foldName),
    ...spec.columns.flatMap((column): Drift[] =>
      columnNamed(column.column) ? [] : [{ code: "missing_column", column }],
    ),
    ...keyDrifts(spec, existing, foldName),
    ...spec.lowerUniques
      .filter((column) => !existing.lowerUniques.some((name) => foldName(name) === foldName(column)))
      .map((lowerColumn) => ({ code: "missing_email_index" as const, lowerColumn })),
  ]
}

type FoldName = Introspection["foldName"]

function columnDrifts(
  column: ColumnSpec,
  existing: FoundColumn | undefined,
  { checkColumn }: Introspection,
): readonly Drift[] {
  if (!existing) return []
  const drifts: Drift[] = checkColumn(column, existing).map((fault) => ({
    code: fault.code,
    column,
    existing,
    fault,
  }))
  if (column.field.inKey && existing.hasFoldingCollation)
    drifts.push({ code: "folding_collation", column, existing })
  if (column.notNull && !existing.notNull) drifts.push({ code: "nullable_column", column, existing })
  if (canBackfill(column) && !existing.notNull) drifts.push({ code: "unfilled_rows", column })
  return drifts
}

function unfilledColumns({ columns }: TableSpec, existing: FoundTable, foldName: FoldName): readonly Drift[] {
  const declaredNames = new Set(columns.map(({ column }) => foldName(column)))
  return existing.columns
    .filter(({ name, notNull, hasDefault }) => notNull && !hasDefault && !declaredNames.has(foldName(name)))
    .map((column) => ({ code: "unfilled_column", existing: column }))
}

function keyDrifts(spec: TableSpec, existing: FoundTable, foldName: FoldName): readonly Drift[] {
  const indexes = existing.indexes.map((index) => ({ ...index, columns: index.columns.map(foldName) }))
  // A part of a key that is unique makes the whole key unique.
  const isKey = (columns: readonly string[]) =>
    indexes.some(
      ({ isUnique, columns: has }) =>
        isUnique && has.length > 0 && has.every((column) => columns.map(foldName).includes(column)),
    )
  const isIndexed = (columns: readonly string[]) =>
    indexes.some(({ columns: has }) => columns.every((column, index) => has[index] === foldName(column)))
  const keys = [spec.primaryKey, ...spec.uniques].filter((columns) => !isKey(columns))
  const plain = spec.indexes.filter((columns) => !isIndexed(columns))
  return [
    ...keys.map((columns) => ({ code: "missing_key" as const, columns })),
    ...plain.map((columns) => ({ code: "missing_index" as const, columns })),
  ]
}

const sameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name) => others.includes(name))

const foreignKeyDrifts = (spec: TableSpec, existing: FoundTable, foldName: FoldName): readonly Drift[] =>
  spec.foreignKeys.flatMap((foreignKey): Drift[] => {
    const { column, table, references } = foreignKey
    const matching = existing.foreignKeys.filter(
      (key) =>
        foldName(key.table) === foldName(table) &&
        sameSet(key.columns.map(foldName), [foldName(column)]) &&
        sameSet(key.references.map(foldName), [foldName(references)]),
    )
    const [first] = matching
    if (!first) return [{ code: "missing_foreign_key", foreignKey }]
    return matching.some(({ cascades }) => cascades)
      ? []
      : [{ code: "missing_cascade", foreignKey, existing: first }]
  })
