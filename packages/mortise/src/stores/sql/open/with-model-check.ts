import { MortiseError } from "../../../contract/errors.ts"
import type { ModelName } from "../../../contract/models.ts"
import type { ManagedTables } from "../../../contract/schema.ts"
import type { Stores } from "./timed-stores.ts"

/**
 * Stores that throw for a model without a table in the ORM's schema. The default name of such a table is not tried:
 * a table of that name belongs to another program.
 */
export function withModelCheck({ store, upkeep }: Stores, managed: ManagedTables): Stores {
  const check = (model: ModelName): void => {
    if (!managed.missing.includes(model)) return
    const message = `${managed.by} has no table for ${model}: ${managed.advice(model)}`
    throw new MortiseError("not_migrated", message, { model })
  }
  const withCheck =
    <A extends readonly [ModelName, ...unknown[]], T>(call: (...args: A) => T) =>
    (...args: A): T => {
      check(args[0])
      return call(...args)
    }
  return {
    store: {
      insert(entries) {
        for (const [model] of entries) check(model)
        return store.insert(entries)
      },
      find: withCheck(store.find),
      list: withCheck(store.list),
      findWithUser: withCheck(store.findWithUser),
      update: withCheck(store.update),
      take: withCheck(store.take),
      removeUser: store.removeUser,
    },
    upkeep: {
      page: withCheck(upkeep.page),
      count: withCheck(upkeep.count),
      // Sweeping visits every model that expires.
      sweep: (model, now, limit) => (managed.missing.includes(model) ? 0 : upkeep.sweep(model, now, limit)),
    },
  }
}
