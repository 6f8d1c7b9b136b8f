import type { MortiseAdapter } from "../../contract/adapter.ts"
import { defaultSchema } from "../../contract/build-schema.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import type { Key, Row } from "../../contract/rows.ts"
import type { ExtraFields, Schema } from "../../contract/schema.ts"
import { type AdapterOptions, createAdapter, sharedOptionNames } from "../../operations/create-adapter.ts"
import type { StoreUpkeep } from "../../operations/store.ts"
import { createMemoryStore, createTables, type Tables } from "./memory-store.ts"

const roundTrips = { insert: 0, find: 0, list: 0, findWithUser: 0, update: 0, take: 0, removeUser: 0 }

/** The options of `memoryAdapter`. */
export type MemoryOptions<X extends ExtraFields = object> = AdapterOptions<X>

/**
 * An adapter that stores everything in this process: for tests, demos, and as the reference for other stores.
 * Each call creates an empty store.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = memoryAdapter()
 * const user = await adapter.createUser({ email: "ada@example.com" })
 * await adapter.createSession({ sessionToken: "secret", userId: user.id, expires: new Date(Date.now() + 60_000) })
 * console.log((await adapter.getSessionAndUser("secret"))?.user.email)
 * ```
 */
export function memoryAdapter<X extends ExtraFields = object>(
  options: MemoryOptions<X> = {},
): MortiseAdapter<X> {
  checkOptionNames("memoryAdapter", options, sharedOptionNames)
  const schema: Schema = options.schema ?? defaultSchema()
  const tables = createTables(schema)
  const definition = {
    name: "memory",
    store: createMemoryStore(tables, schema.ids),
    upkeep: createMemoryUpkeep(tables),
    removal: "atomic",
    durability: "none",
    roundTrips,
    changesKeys: true,
  } as const
  return createAdapter(definition, options)
}

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
