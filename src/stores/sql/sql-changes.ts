import type { Awaitable } from "../../contract/awaitable.ts"
import { isChange } from "../../contract/changes.ts"
import { MortiseError } from "../../contract/errors.ts"
import type { Key, Row } from "../../contract/rows.ts"
import type { Guard, Miss, Patch, Store } from "../store.ts"
import type { Result, Step } from "./driver.ts"
import type { Plan } from "./plan.ts"
import type { Runner, SqlParts } from "./sql-runner.ts"

/** Updates and deletes: one statement where the engine returns what it changed, one short transaction elsewhere. */
export function createChanges(
  { dialect, plans }: SqlParts,
  { run, batch }: Runner,
): Pick<Store, "update" | "take"> {
  /** Whether the guard holds on a row that was found with it. */
  const holds = (plan: Plan, row: readonly unknown[]): boolean => {
    const answer = row[plan.model.fields.length]
    return answer !== null && dialect.decode("boolean", answer) === true
  }

  // A miss that the guard may have made is looked into. Where the row has meanwhile become one that it lets through, once more.
  const returned = (plan: Plan, step: Step, find?: () => Step, turns = mostTurns): Awaitable<Row | Miss> =>
    run(plan, step, (result): Awaitable<Row | Miss> => {
      const row = one(plan, result)
      if (row || !find) return row ?? "absent"
      return run(plan, find(), ({ rows: [present] }) => {
        if (!present) return "absent"
        if (!holds(plan, present)) return "refused"
        if (turns === 0) throw neverStill(plan)
        return returned(plan, step, find, turns - 1)
      })
    })

  /** Nothing was changed: the guard refused, or the client does not count a row that is as it should be already. */
  const updateLocked = (plan: Plan, key: Key, step: Step, guard?: Guard): Awaitable<Row | Miss> =>
    batch(plan, [plan.findGuarded(key, guard, lock), step, plan.find(key)], ([before, updated, found]) => {
      const row = before?.rows[0]
      if (row && guard && !holds(plan, row)) return "refused"
      return row || updated?.count ? (one(plan, found) ?? "absent") : "absent"
    })

  const updateInTransaction = (plan: Plan, key: Key, patch: Patch, guard?: Guard): Awaitable<Row | Miss> => {
    const step = plan.update(key, patch, guard)
    return batch(plan, [step, plan.find(key)], ([updated, found]): Awaitable<Row | Miss> => {
      const row = one(plan, found) ?? "absent"
      return updated?.count || row === "absent" ? row : updateLocked(plan, key, step, guard)
    })
  }

  /** Half the round trips: reads the row, and changes it if the keys that are left alone are still as they were read. */
  const updateAsRead = (
    plan: Plan,
    key: Key,
    patch: Patch,
    guard: Guard | undefined,
    leftAlone: readonly string[],
  ): Awaitable<Row | Miss> =>
    run(plan, plan.find(key), (found): Awaitable<Row | Miss> => {
      const row = one(plan, found)
      if (!row) return updateInTransaction(plan, key, patch, guard)
      const asRead = Object.fromEntries(leftAlone.map((field) => [field, row[field]])) as Key
      return run(plan, plan.update({ ...key, ...asRead }, patch, guard), ({ count }) =>
        count ? ({ ...row, ...patch } as Row) : updateInTransaction(plan, key, patch, guard),
      )
    })

  return {
    update(model, key, patch, guard) {
      const plan = plans[model]
      if (dialect.returning.update)
        return returned(plan, plan.update(key, patch, guard), guard && (() => plan.findGuarded(key, guard)))
      const leftAlone = keysLeftAlone(plan, key, patch)
      return leftAlone
        ? updateAsRead(plan, key, patch, guard, leftAlone)
        : updateInTransaction(plan, key, patch, guard)
    },

    take(model, key, guard) {
      const plan = plans[model]
      const step = plan.take(key, guard)
      if (dialect.returning.delete) return returned(plan, step, guard && (() => plan.findGuarded(key, guard)))
      return batch(plan, [plan.findGuarded(key, guard, lock), step], ([found, deleted]) => {
        const row = found?.rows[0]
        if (!row) return "absent"
        return deleted?.count ? plan.decode(row) : "refused"
      })
    },
  }
}

const lock = " FOR UPDATE"
// Each turn means that another caller changed the row in the moment between two statements.
const mostTurns = 10

const neverStill = ({ model }: Plan): MortiseError =>
  new MortiseError(
    "transient",
    `This ${model.name} can be seen but not changed: try again, and look for rules of the table that prevent it.`,
    { model: model.name },
  )

/** What a patch leaves alone, when that is keys: unlike other columns they do not change by themselves, so the new row is known. */
function keysLeftAlone({ model }: Plan, key: Key, patch: Patch): string[] | undefined {
  const leftAlone = model.fields.filter(({ name }) => !(name in key || name in patch))
  const isKnown =
    leftAlone.every(({ inKey }) => inKey) &&
    Object.values(patch).every((value) => value !== null && !isChange(value))
  return isKnown ? leftAlone.map(({ name }) => name) : undefined
}

/** The row of a result that has at most one. */
export function one(plan: Plan, result: Result | undefined): Row | null {
  const row = result?.rows[0]
  return row ? plan.decode(row) : null
}
