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
  const withChecks = <S extends object>(calls: S): S => {
    const checked = Object.entries(calls).map(([name, call]) => [
      name,
      (model: ModelName, ...rest: unknown[]) => {
        check(model)
        return call(model, ...rest)
      },
    ])
    return Object.fromEntries(checked)
  }
  return {
    store: {
      ...withChecks(store),
      insert(entries) {
        for (const [model] of entries) check(model)
        return store.insert(entries)
      },
      removeUser: store.removeUser,
    },
    upkeep: {
      ...withChecks(upkeep),
      // Sweeping visits every model that expires.
      sweep: (model, now, limit) => (managed.missing.includes(model) ? 0 : upkeep.sweep(model, now, limit)),
    },
  }
}
