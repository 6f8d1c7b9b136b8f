import { selectPage } from "../../operations/rows/select-page.ts"
import type { StoreUpkeep } from "../../operations/store.ts"
import type { Tables } from "./memory-store.ts"

/** Paging, counting and sweeping in memory. Every page sorts all rows, which is fine for a reference. */
export function createMemoryUpkeep(tables: Tables): StoreUpkeep {
  return {
    page(model, options) {
      const { rows, copy } = tables[model]
      return selectPage(rows.values(), options).map(copy)
    },

    count: (model) => tables[model].rows.size,

    sweep(model, now, limit) {
      const { rows, drop, model: described } = tables[model]
      const expired = [...rows.values()]
        .filter((row) => Number(row[described.expiry as string]) <= Number(now))
        .slice(0, limit)
      for (const row of expired) drop(row)
      return expired.length
    },
  }
}
