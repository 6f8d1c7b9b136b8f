import { MortiseError } from "../../../contract/errors.ts"
import type { Row } from "../../../contract/rows.ts"
import type { Miss, Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { Plan } from "../compile/plan.ts"
import type { Step } from "../driver.ts"
import { holds, one } from "./result-rows.ts"
import type { Runner, SqlParts } from "./runner.ts"
import { createUnreturnedUpdate } from "./update-without-returning.ts"

/** Updates and deletes: one statement where the engine returns what it changed, one short transaction elsewhere. */
export function createChanges(parts: SqlParts, runner: Runner): Pick<Store, "update" | "take"> {
  const { dialect, plans } = parts
  const { run, batch } = runner
  const updateUnreturned = createUnreturnedUpdate(parts, runner)

  // A miss that the guard may have made is looked into. Where the row has meanwhile become one that it lets through, once more.
  const returned = (plan: Plan, step: Step, find?: () => Step, turns = mostTurns): Awaitable<Row | Miss> =>
    run(plan, step, (result): Awaitable<Row | Miss> => {
      const row = one(plan, result)
      if (row || !find) return row ?? "absent"
      return run(plan, find(), ({ rows: [present] }) => {
        if (!present) return "absent"
        if (!holds(dialect, plan, present)) return "refused"
        if (turns === 0) throw neverStill(plan)
        return returned(plan, step, find, turns - 1)
      })
    })

  return {
    update(model, key, patch, guard) {
      const plan = plans[model]
      return dialect.returning.update
        ? returned(plan, plan.update(key, patch, guard), guard && (() => plan.findGuarded(key, guard)))
        : updateUnreturned(plan, key, patch, guard)
    },

    take(model, key, guard) {
      const plan = plans[model]
      const step = plan.take(key, guard)
      if (dialect.returning.delete) return returned(plan, step, guard && (() => plan.findGuarded(key, guard)))
      return batch(plan, [plan.findLocked(key, guard), step], ([found, deleted]) => {
        const row = found?.rows[0]
        if (!row) return "absent"
        return deleted?.count ? plan.decode(row) : "refused"
      })
    },
  }
}

// Each turn means that another caller changed the row in the moment between two statements.
const mostTurns = 10

const neverStill = ({ model }: Plan): MortiseError =>
  new MortiseError(
    "transient",
    `This ${model.name} can be seen but not changed: try again, and look for rules of the table that prevent it.`,
    { model: model.name },
  )
