import type { StoreUpkeep } from "../../operations/store.ts"
import { createRunner, type SqlParts } from "./verbs/runner.ts"

/** Paging, counting and sweeping; every statement but the count uses an index. */
export function createSqlUpkeep(parts: SqlParts): StoreUpkeep {
  const { compiled } = parts
  const { run } = createRunner(parts)
  return {
    page: (model, options) =>
      run(compiled[model], compiled[model].page(options), ({ rows }) =>
        rows.map((row) => compiled[model].decode(row)),
      ),
    count: (model) => run(compiled[model], compiled[model].count(), ({ rows }) => Number(rows[0]?.[0])),
    sweep: (model, now, limit) =>
      run(compiled[model], compiled[model].sweep(now, limit), ({ count }) => count),
  }
}
