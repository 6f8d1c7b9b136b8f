import { canBackfill } from "../compile/create-table.ts"
import type { ColumnSpec, TableSpec } from "../compile/tables.ts"
import type { Drift } from "./drift.ts"
import type { FoundColumn, FoundTable } from "./found-table.ts"
import type { Introspection } from "./introspection.ts"

/** The differences between a table and what the adapter needs. Those that require a rebuild on SQLite come first. */
export function compare(
  spec: TableSpec,
  found: FoundTable | undefined,
  introspection: Introspection,
): readonly Drift[] {
  if (!found) return [{ code: "missing_table" }]
  const { foldName } = introspection
  const columnNamed = (name: string) =>
    found.columns.find((column) => foldName(column.name) === foldName(name))
  return [
    ...foreignKeyDrifts(spec, found, foldName),
    ...spec.columns.flatMap((column) => columnDrifts(column, columnNamed(column.column), introspection)),
    ...unfilledColumns(spec, found, foldName),
    ...spec.columns.flatMap((column): Drift[] =>
      columnNamed(column.column) ? [] : [{ code: "missing_column", column }],
    ),
    ...keyDrifts(spec, found, foldName),
    ...spec.lowerUniques
      .filter((column) => !found.lowerUniques.some((name) => foldName(name) === foldName(column)))
      .map((lowerColumn) => ({ code: "missing_email_index" as const, lowerColumn })),
  ]
}

type FoldName = Introspection["foldName"]

function columnDrifts(
  column: ColumnSpec,
  found: FoundColumn | undefined,
  { checkColumn }: Introspection,
): readonly Drift[] {
  if (!found) return []
  const drifts: Drift[] = checkColumn(column, found).map((fault) => ({
    code: fault.code,
    column,
    found,
    fault,
  }))
  if (column.field.inKey && found.hasFoldingCollation)
    drifts.push({ code: "folding_collation", column, found })
  if (column.notNull && !found.notNull) drifts.push({ code: "nullable_column", column, found })
  if (canBackfill(column) && !found.notNull) drifts.push({ code: "unfilled_rows", column })
  return drifts
}

function unfilledColumns({ columns }: TableSpec, found: FoundTable, foldName: FoldName): readonly Drift[] {
  const known = new Set(columns.map(({ column }) => foldName(column)))
  return found.columns
    .filter(({ name, notNull, hasDefault }) => notNull && !hasDefault && !known.has(foldName(name)))
    .map((column) => ({ code: "unfilled_column", found: column }))
}

function keyDrifts(spec: TableSpec, found: FoundTable, foldName: FoldName): readonly Drift[] {
  const indexes = found.indexes.map((index) => ({ ...index, columns: index.columns.map(foldName) }))
  // A part of a key that is unique makes the whole key unique.
  const isKey = (columns: readonly string[]) =>
    indexes.some(
      ({ isUnique, columns: has }) =>
        isUnique && has.length > 0 && has.every((column) => columns.map(foldName).includes(column)),
    )
  const isIndexed = (columns: readonly string[]) =>
    indexes.some(({ columns: has }) => columns.every((column, nth) => has[nth] === foldName(column)))
  const keys = [spec.primaryKey, ...spec.uniques].filter((columns) => !isKey(columns))
  const plain = spec.indexes.filter((columns) => !isIndexed(columns))
  return [
    ...keys.map((columns) => ({ code: "missing_key" as const, columns })),
    ...plain.map((columns) => ({ code: "missing_index" as const, columns })),
  ]
}

const sameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

const foreignKeyDrifts = (spec: TableSpec, found: FoundTable, foldName: FoldName): readonly Drift[] =>
  spec.foreignKeys.flatMap((foreignKey): Drift[] => {
    const { column, table, references } = foreignKey
    const matching = found.foreignKeys.filter(
      (key) =>
        foldName(key.table) === foldName(table) &&
        sameSet(key.columns.map(foldName), [foldName(column)]) &&
        sameSet(key.references.map(foldName), [foldName(references)]),
    )
    const [first] = matching
    if (!first) return [{ code: "missing_foreign_key", foreignKey }]
    return matching.some(({ cascades }) => cascades)
      ? []
      : [{ code: "missing_cascade", foreignKey, found: first }]
  })
