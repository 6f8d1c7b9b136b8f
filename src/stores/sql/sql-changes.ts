import { type Awaitable, after } from "../../contract/awaitable.ts"
import type { Row } from "../../contract/rows.ts"
import type { Guard, Miss, Store } from "../store.ts"
import type { Result, Step } from "./driver.ts"
import type { Plan } from "./plan.ts"
import type { Runner, SqlParts } from "./sql-runner.ts"

/** Updates and deletes: one statement where the engine returns what it changed, one short transaction elsewhere. */
export function createChanges(
  { dialect, plans }: SqlParts,
  { run, batch }: Runner,
): Pick<Store, "update" | "take"> {
  // A miss that the guard may have made is asked again together with the row's presence, as one step.
  const returned = (plan: Plan, step: Step, exists: Step | undefined): Awaitable<Row | Miss> =>
    after(run(plan, step), (result) => {
      const row = one(plan, result)
      if (row || !exists) return row ?? "absent"
      return after(batch(plan, [step, exists]), ([again, present]) => {
        return one(plan, again) ?? (present?.rows.length ? "refused" : "absent")
      })
    })

  return {
    update(model, key, patch, guard) {
      const plan = plans[model]
      const step = plan.update(key, patch, guard)
      if (dialect.returning.update) return returned(plan, step, guard && plan.exists(key))
      return after(batch(plan, [step, plan.findGuarded(key, guard)]), ([updated, found]) =>
        decided(plan, updated, found, guard),
      )
    },

    take(model, key, guard) {
      const plan = plans[model]
      const step = plan.take(key, guard)
      if (dialect.returning.delete) return returned(plan, step, guard && plan.exists(key))
      return after(batch(plan, [plan.findGuarded(key, guard, " FOR UPDATE"), step]), ([found, deleted]) =>
        decided(plan, deleted, found, guard),
      )
    },
  }
}

// Whether an update that changes nothing counts its row is a setting of the client: the guard itself decides then.
function decided(
  plan: Plan,
  changed: Result | undefined,
  found: Result | undefined,
  guard?: Guard,
): Row | Miss {
  const row = found?.rows[0]
  if (!row) return "absent"
  const isLet = !guard || (changed?.count ?? 0) > 0 || Number(row[plan.model.fields.length]) === 1
  return isLet ? plan.decode(row) : "refused"
}

/** The row of a result that has at most one. */
export function one(plan: Plan, result: Result | undefined): Row | null {
  const row = result?.rows[0]
  return row ? plan.decode(row) : null
}
