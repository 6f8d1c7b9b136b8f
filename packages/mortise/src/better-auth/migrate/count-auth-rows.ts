import { countRows } from "../../sql/introspection/count-rows.ts"
import { findFoundTable } from "../../sql/introspection/referenced-column.ts"
import { type BetterAuthInstance, openAuthTables } from "./auth-tables.ts"

/** The engine, and how many rows each model of Better Auth has; null if its table does not exist. */
export async function countAuthRows(
  auth: BetterAuthInstance,
): Promise<{ readonly engine: string; readonly rows: Readonly<Record<string, number | null>> }> {
  const opened = await openAuthTables(auth, "countAuthRows")
  const { tables, introspection, ask, dialect } = opened
  const names = tables.map(({ table }) => table)
  const existing = await introspection.readTables(ask, names)
  const rows: Record<string, number | null> = {}
  for (const table of tables)
    rows[table.model] = findFoundTable(introspection, existing, table.table)
      ? await countRows(table, opened)
      : null
  return { engine: dialect.name, rows }
}
