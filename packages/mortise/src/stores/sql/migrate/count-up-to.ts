import type { ModelName } from "../../../contract/models.ts"
import { countUpTo as countTableUpTo } from "../../../sql/introspection/count-rows.ts"
import { openMigration } from "./migration.ts"

/** How many rows a model has, at most `limit`; null if its table does not exist. */
export async function countUpTo(adapter: object, model: ModelName, limit: number): Promise<number | null> {
  const migration = await openMigration(adapter, "countUpTo")
  return countTableUpTo(migration.schema.models[model], limit, migration)
}
