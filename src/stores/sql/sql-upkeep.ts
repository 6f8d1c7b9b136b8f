import type { StoreUpkeep } from "../../operations/store.ts"
import { createRunner, type SqlParts } from "./verbs/runner.ts"

/** Paging, counting and sweeping by statements that an index answers. */
export function createSqlUpkeep(parts: SqlParts): StoreUpkeep {
  const { plans } = parts
  const { run } = createRunner(parts)
  return {
    page: (model, options) =>
      run(plans[model], plans[model].page(options), ({ rows }) =>
        rows.map((row) => plans[model].decode(row)),
      ),
    count: (model) => run(plans[model], plans[model].count(), ({ rows }) => Number(rows[0]?.[0])),
    sweep: (model, now, limit) => run(plans[model], plans[model].sweep(now, limit), ({ count }) => count),
  }
}
