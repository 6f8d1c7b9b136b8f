import type { Cell, Table } from "../../protocol.ts"
import type { LiveState } from "./live-state.ts"

type NamedRow = { readonly id: string; readonly values: Readonly<Record<string, Cell>> }

/** The rows of a table that belong to a user, with their cells by column. */
export function pickUserRows(
  { tables }: Pick<LiveState, "tables">,
  model: Table["model"],
  userId: string,
): readonly NamedRow[] {
  const table = tables.find((candidate) => candidate.model === model)
  return (table?.rows ?? [])
    .map(({ id, cells }) => ({
      id,
      values: Object.fromEntries(cells.map((cell, index) => [table?.columns[index], cell])),
    }))
    .filter(({ values }) => values["userId"] === userId)
}
