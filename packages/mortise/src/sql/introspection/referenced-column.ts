import type { FoundColumn, FoundTable } from "./found-table.ts"
import type { Introspection } from "./introspection.ts"

type Names = Pick<Introspection, "foldName">

/** An existing table, by its name. */
export const findFoundTable = (
  { foldName }: Names,
  tables: readonly FoundTable[],
  table: string,
): FoundTable | undefined => tables.find((candidate) => foldName(candidate.table) === foldName(table))

/** An existing column, by the names of its table and its own. */
export const findFoundColumn = (
  names: Names,
  tables: readonly FoundTable[],
  table: string,
  column: string,
): FoundColumn | undefined =>
  findFoundTable(names, tables, table)?.columns.find(
    ({ name }) => names.foldName(name) === names.foldName(column),
  )

/** The type of a new column that refers to an existing one: its own if a foreign key allows it. */
export const fitType = (
  { canReference }: Pick<Introspection, "canReference">,
  type: string,
  referenced: FoundColumn,
): string =>
  canReference({ ...referenced, type, definition: type }, referenced) ? type : referenced.definition
