import type { Key, Row } from "../../contract/rows.ts"
import type { StoreUpkeep } from "../../operations/store.ts"
import type { Tables } from "./memory-store.ts"

/** Paging, counting and sweeping in memory. Every page sorts all rows, which is fine for a reference. */
export function createMemoryUpkeep(tables: Tables): StoreUpkeep {
  return {
    page(model, { by, after, limit, prefix }) {
      const { rows, copy } = tables[model]
      return [...rows.values()]
        .filter((row) => by.every((part) => row[part] !== null))
        .filter((row) => prefix === undefined || String(row[by[0] as string]).startsWith(prefix))
        .filter((row) => after === undefined || compare(row, after, by) > 0)
        .sort((a, b) => compare(a, b, by))
        .slice(0, limit)
        .map(copy)
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

function compare(a: Row, b: Row | Key, by: readonly string[]): number {
  for (const part of by) {
    const [left, right] = [a[part] as string, b[part] as string]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
