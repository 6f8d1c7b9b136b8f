import type { EngineName } from "../../schema/engine-name.ts"
import type { Fault, FaultCode } from "../../sql/introspection/drift.ts"
import type { FoundColumn, FoundTable } from "../../sql/introspection/found-table.ts"
import type { AuthColumn, AuthForeignKey, AuthIndex, AuthTable } from "./auth-table.ts"
import { checkColumn } from "./check-column.ts"

/** One difference between a table that Better Auth needs and the table in the database. */
export type AuthDrift =
  | { readonly code: "missing_table" }
  | { readonly code: "missing_column"; readonly column: AuthColumn }
  | { readonly code: "missing_key" | "missing_index"; readonly index: AuthIndex }
  | { readonly code: "missing_foreign_key" | "missing_cascade"; readonly foreignKey: AuthForeignKey }
  | {
      readonly code: "nullable_column" | "folding_collation"
      readonly column: AuthColumn
      readonly existingColumn: FoundColumn
    }
  | { readonly code: "unfilled_column"; readonly existingColumn: FoundColumn }
  | {
      readonly code: FaultCode
      readonly column: AuthColumn
      readonly existingColumn: FoundColumn
      readonly fault: Fault
    }

/** How the engine of the tables compares names. */
export type Names = { readonly family: EngineName; foldName(name: string): string }

/** The differences between a table that Better Auth needs and the table in the database. */
export function compareTable(
  table: AuthTable,
  existingTable: FoundTable | undefined,
  { family, foldName }: Names,
): readonly AuthDrift[] {
  if (!existingTable) return [{ code: "missing_table" }]
  const isSame = (left: string, right: string) => foldName(left) === foldName(right)
  const foundColumn = ({ column }: AuthColumn) =>
    existingTable.columns.find(({ name }) => isSame(name, column))
  return [
    ...table.columns.flatMap((column): readonly AuthDrift[] => {
      const existing = foundColumn(column)
      return existing ? columnDrifts(column, existing, family) : [{ code: "missing_column", column }]
    }),
    ...existingTable.columns
      .filter(({ notNull, hasDefault }) => notNull && !hasDefault)
      .filter(({ name }) => !table.columns.some(({ column }) => isSame(name, column)))
      .map((column) => ({ code: "unfilled_column" as const, existingColumn: column })),
    ...[{ columns: table.columns.slice(0, 1).map(({ column }) => column), isUnique: true }, ...table.indexes]
      .filter((index) => !hasIndex(existingTable, index, foldName))
      .map((index) => ({
        code: index.isUnique ? ("missing_key" as const) : ("missing_index" as const),
        index,
      })),
    ...table.foreignKeys.flatMap((key) => foreignKeyDrifts(key, existingTable, isSame)),
  ]
}

function columnDrifts(
  column: AuthColumn,
  existingColumn: FoundColumn,
  family: EngineName,
): readonly AuthDrift[] {
  const drifts: AuthDrift[] = checkColumn(column, existingColumn, family).map((fault) => ({
    code: fault.code,
    column,
    existingColumn,
    fault,
  }))
  if (column.inKey && existingColumn.hasFoldingCollation)
    drifts.push({ code: "folding_collation", column, existingColumn })
  if (column.notNull && !existingColumn.notNull && column.field !== "id")
    drifts.push({ code: "nullable_column", column, existingColumn })
  return drifts
}

function hasIndex(
  existingTable: FoundTable,
  { columns, isUnique }: AuthIndex,
  foldName: Names["foldName"],
): boolean {
  const wanted = columns.map(foldName)
  return existingTable.indexes.some((index) => {
    const has = index.columns.map(foldName)
    // A part of a key that is unique makes the whole key unique.
    return isUnique
      ? index.isUnique && has.length > 0 && has.every((column) => wanted.includes(column))
      : wanted.every((column, position) => has[position] === column)
  })
}

function foreignKeyDrifts(
  foreignKey: AuthForeignKey,
  existingTable: FoundTable,
  isSame: (left: string, right: string) => boolean,
): readonly AuthDrift[] {
  const { column, table, references, onDelete } = foreignKey
  const matching = existingTable.foreignKeys.filter(
    (key) =>
      key.columns.length === 1 &&
      isSame(key.columns[0] ?? "", column) &&
      isSame(key.table, table) &&
      isSame(key.references[0] ?? "", references),
  )
  if (matching.length === 0) return [{ code: "missing_foreign_key", foreignKey }]
  const isLacking = onDelete === "cascade" && !matching.some(({ cascades }) => cascades)
  return isLacking ? [{ code: "missing_cascade", foreignKey }] : []
}
