import { countRows } from "../../sql/introspection/count-rows.ts"
import { type BetterAuthInstance, openAuthTables } from "./auth-tables.ts"

/** The engine, and how many rows each model of Better Auth has; null if its table does not exist. */
export async function countAuthRows(
  auth: BetterAuthInstance,
): Promise<{ readonly engine: string; readonly rows: Readonly<Record<string, number | null>> }> {
  const opened = await openAuthTables(auth, "countAuthRows")
  const { tables, introspection, ask, dialect } = opened
  const { foldName } = introspection
  const names = tables.map(({ table }) => table)
  const existing = new Set((await introspection.read(ask, names)).map(({ table }) => foldName(table)))
  const rows: Record<string, number | null> = {}
  for (const table of tables)
    rows[table.model] = existing.has(foldName(table.table)) ? await countRows(table, opened) : null
  return { engine: dialect.name, rows }
}
