import type { FoundColumn, FoundTable } from "./found-table.ts"
import type { Introspection } from "./introspection.ts"

/** An existing column, by the names of its table and its own. */
export const findFoundColumn = (
  { foldName }: Pick<Introspection, "foldName">,
  tables: readonly FoundTable[],
  table: string,
  column: string,
): FoundColumn | undefined =>
  tables
    .find((candidate) => foldName(candidate.table) === foldName(table))
    ?.columns.find(({ name }) => foldName(name) === foldName(column))

/** The type of a new column that refers to an existing one: its own if a foreign key allows it. */
export const fitType = (
  { canReference }: Pick<Introspection, "canReference">,
  type: string,
  referenced: FoundColumn,
): string =>
  canReference({ ...referenced, type, definition: type }, referenced) ? type : referenced.definition
