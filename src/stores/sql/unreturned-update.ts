import type { Awaitable } from "../../contract/awaitable.ts"
import { isChange } from "../../contract/changes.ts"
import type { Key, Row } from "../../contract/rows.ts"
import type { Guard, Miss, Patch } from "../store.ts"
import type { Step } from "./driver.ts"
import type { Plan } from "./plan.ts"
import { holds, one } from "./result-rows.ts"
import type { Runner, SqlParts } from "./sql-runner.ts"

export type Update = (plan: Plan, key: Key, patch: Patch, guard?: Guard) => Awaitable<Row | Miss>

/** Updates where the engine does not return what it changed: one short transaction, or half its round trips. */
export function createUnreturnedUpdate({ dialect }: SqlParts, { run, batch }: Runner): Update {
  /** Nothing was changed: the guard refused, or the client does not count a row that is as it should be already. */
  const locked = (plan: Plan, key: Key, step: Step, guard?: Guard): Awaitable<Row | Miss> =>
    batch(plan, [plan.findLocked(key, guard), step, plan.find(key)], (results) => {
      const [before, updated, found] = results
      const row = before?.rows[0]
      if (row && guard && !holds(dialect, plan, row)) return "refused"
      return row || updated?.count ? (one(plan, found) ?? "absent") : "absent"
    })

  const inTransaction: Update = (plan, key, patch, guard) => {
    const step = plan.update(key, patch, guard)
    return batch(plan, [step, plan.find(key)], ([updated, found]): Awaitable<Row | Miss> => {
      const row = one(plan, found) ?? "absent"
      return updated?.count || row === "absent" ? row : locked(plan, key, step, guard)
    })
  }

  return (plan, key, patch, guard) => {
    const leftAlone = keysLeftAlone(plan, key, patch)
    if (!leftAlone) return inTransaction(plan, key, patch, guard)
    // Read, and changed if what is left alone is still as it was read. Whatever comes between is for the transaction.
    return run(plan, plan.find(key), (found): Awaitable<Row | Miss> => {
      const row = one(plan, found)
      if (!row) return inTransaction(plan, key, patch, guard)
      const asRead = Object.fromEntries(leftAlone.map((field) => [field, row[field]])) as Key
      return run(plan, plan.update({ ...key, ...asRead }, patch, guard), ({ count }) =>
        count ? ({ ...row, ...patch } as Row) : inTransaction(plan, key, patch, guard),
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
