import type { ModelName } from "../../../contract/models.ts"
import { table } from "../compile/text-parts.ts"
import { openMigration } from "./migration.ts"

/** How many rows a model has, at most `limit`; null if its table does not exist. */
export async function countUpTo(adapter: object, model: ModelName, limit: number): Promise<number | null> {
  const { specs, ask, dialect, introspection } = await openMigration(adapter, "countUpTo")
  const spec = specs.find((candidate) => candidate.model.name === model)
  const { foldName } = introspection
  const tables = spec ? await introspection.read(ask, [spec.table]) : []
  if (!spec || !tables.some((candidate) => foldName(candidate.table) === foldName(spec.table))) return null
  const some = `SELECT 1 AS one FROM ${table(dialect, spec.model)} LIMIT ${limit}`
  return Number((await ask(`SELECT COUNT(*) FROM (${some}) AS some_rows`))[0]?.[0])
}
