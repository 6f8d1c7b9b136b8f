import type { ModelName } from "../../contract/models.ts"
import type { RowCount } from "./api-types.ts"
import type { Context } from "./context.ts"

// An engine reads this many entries of an index in some milliseconds.
const quickLimit = 100_000

/** Counts the rows of a model: in SQL up to a limit, because an exact count reads the whole table. */
export async function countRows({ store }: Context, model: ModelName, isExact: boolean): Promise<RowCount> {
  if (store.manifest.engine?.counts === "upper-bound")
    return { rows: await store.upkeep.count(model), isExact: false, isAtMost: true }
  if (isExact || !store.hasTables) return { rows: await store.upkeep.count(model), isExact: true }
  const { countUpTo } = await import("../../stores/sql/migrate/count-up-to.ts")
  const rows = await countUpTo(store.adapter, model, quickLimit)
  return { rows, isExact: rows === null || rows < quickLimit }
}
