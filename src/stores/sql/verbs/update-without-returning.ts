import type { Key, Row } from "../../../contract/rows.ts"
import { isChange } from "../../../contract/stored-changes.ts"
import type { Guard, Miss, Patch } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { Plan } from "../compile/plan.ts"
import { holds, one } from "./result-rows.ts"
import type { Runner, SqlParts } from "./runner.ts"

type Update = (plan: Plan, key: Key, patch: Patch, guard?: Guard) => Awaitable<Row | Miss>

/** Updates where the engine does not return what it changed: one short transaction, or half its round trips. */
export function createUnreturnedUpdate({ dialect }: SqlParts, { run, batch }: Runner): Update {
  /** Finds out why nothing was changed: there is no row, the guard refuses it, it is as it should be already, or it was another. */
  const locked: Update = (plan, key, patch, guard) => {
    const steps = [plan.findLocked(key, guard), plan.update(key, patch, guard), plan.find(key)]
    return batch(plan, steps, ([before, , found]) => {
      const row = before?.rows[0]
      if (!row) return "absent"
      return guard && !holds(dialect, plan, row) ? "refused" : (one(plan, found) ?? "absent")
    })
  }

  const inTransaction: Update = (plan, key, patch, guard) =>
    batch(plan, [plan.update(key, patch, guard), plan.find(key)], ([updated, found]) => {
      const row = one(plan, found) ?? "absent"
      return updated?.count || row === "absent" ? row : locked(plan, key, patch, guard)
    })

  return (plan, key, patch, guard) => {
    const leftAlone = keysLeftAlone(plan, key, patch)
    if (!leftAlone) return inTransaction(plan, key, patch, guard)
    // Read, and changed if what is left alone is still as it was read. A miss is looked into where nobody comes between.
    return run(plan, plan.find(key), (found): Awaitable<Row | Miss> => {
      const row = one(plan, found)
      if (!row) return locked(plan, key, patch, guard)
      const asRead = Object.fromEntries(leftAlone.map((field) => [field, row[field]])) as Key
      return run(plan, plan.update({ ...key, ...asRead }, patch, guard), ({ count }) =>
        count ? ({ ...row, ...patch } as Row) : locked(plan, key, patch, guard),
      )
    })
  }
}

/** What a patch leaves alone, when that is keys: unlike other columns they do not change by themselves, so the new row is known. */
function keysLeftAlone({ model }: Plan, key: Key, patch: Patch): string[] | undefined {
  const leftAlone = model.fields.filter(({ name }) => !(name in key || name in patch))
  const isKnown =
    leftAlone.every(({ inKey }) => inKey) &&
    Object.values(patch).every((value) => value !== null && !isChange(value))
  return isKnown ? leftAlone.map(({ name }) => name) : undefined
}
