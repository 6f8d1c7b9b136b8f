import type { EngineName } from "../../../schema/engine-name.ts"
import { indexName } from "../compile/create-table.ts"

/** The name of a unique key: `migrate` names it on SQLite, the engine does elsewhere. */
export function uniqueName(engine: EngineName, table: string, columns: readonly string[]): string {
  if (engine === "mysql") return columns[0] ?? table
  return engine === "sqlite"
    ? indexName(table, columns, { isUnique: true })
    : chosenName(table, columns, "key")
}

/** The name of a primary key on PostgreSQL. Elsewhere it has none that matters. */
export const primaryKeyName = (table: string): string => chosenName(table, [], "pkey")

const longest = 63

/** The name that PostgreSQL chooses for a key: it shortens the longer of the table and the columns until they fit. */
function chosenName(table: string, columns: readonly string[], ending: string): string {
  const names = [table, ...(columns.length > 0 ? [columns.join("_")] : [])]
  const text = () => [...names, ending].join("_")
  while (new TextEncoder().encode(text()).length > longest) {
    const index = (names[0] ?? "").length > (names[1] ?? "").length ? 0 : 1
    names[index] = (names[index] ?? "").slice(0, -1)
  }
  return text()
}
