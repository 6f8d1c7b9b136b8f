import type { ModelName } from "../../../contract/models.ts"
import { findFoundColumn } from "../../../sql/introspection/referenced-column.ts"
import { toStorage } from "../../../sql/storage.ts"
import { findColumn } from "../compile/columns.ts"
import { table } from "../compile/text-parts.ts"
import { openMigration } from "./migration.ts"

/**
 * How many rows of each model have expired. Tables that do not exist yet are left out, and so are all tables behind
 * row-level security: it hides the rows of every tenant from a statement without one.
 */
export async function countExpired(
  adapter: object,
  now: Date,
): Promise<Readonly<Partial<Record<ModelName, number>>>> {
  const { specs, ask, dialect, introspection, wall } = await openMigration(adapter, "countExpired")
  if (wall) return {}
  const expiring = specs.filter(({ model }) => model.expiry !== undefined)
  const tables = await introspection.readTables(
    ask,
    expiring.map((spec) => spec.table),
  )
  const counts: Partial<Record<ModelName, number>> = {}
  for (const { model } of expiring) {
    const field = findColumn(model, model.expiry ?? "")
    if (!findFoundColumn(introspection, tables, model.table, field.column)) continue
    const storage = toStorage(field)
    const text = `SELECT COUNT(*) FROM ${table(dialect, model)} WHERE ${dialect.quote(field.column)} <= ${dialect.parameter(1, storage)}`
    const rows = await ask(text, [dialect.encode(storage, now)])
    counts[model.name] = Number(rows[0]?.[0])
  }
  return counts
}
