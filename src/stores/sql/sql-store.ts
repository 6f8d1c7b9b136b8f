import { type Awaitable, after } from "../../contract/awaitable.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Row } from "../../contract/rows.ts"
import type { Schema } from "../../contract/schema.ts"
import type { Entry, Miss, Store } from "../store.ts"
import { attempt } from "./attempt.ts"
import type { Dialect } from "./dialect.ts"
import type { Driver, Result, Step } from "./driver.ts"
import type { Plan, Plans } from "./plan.ts"
import { sqlError } from "./sql-errors.ts"

export type SqlParts = {
  readonly schema: Schema
  readonly dialect: Dialect
  readonly plans: Plans
  readonly driver: Driver
}

/** The seven verbs as the statements of a plan. */
export function createSqlStore({ schema, dialect, plans, driver }: SqlParts): Store {
  const trying = <T>(model: ModelName, work: () => Awaitable<T>): Awaitable<T> =>
    attempt(work, (error) => sqlError(schema, dialect, model, error))
  const run = (plan: Plan, [statement, values]: Step): Awaitable<Result> =>
    trying(plan.model.name, () => driver.run(statement, values))
  const batch = (plan: Plan, steps: readonly Step[]): Awaitable<readonly Result[]> =>
    trying(plan.model.name, () => driver.batch(steps))

  // A miss that the guard may have made is asked again together with the row's presence, as one step.
  const changed = (plan: Plan, step: Step, exists: Step | undefined): Awaitable<Row | Miss> =>
    after(run(plan, step), (result) => {
      const row = one(plan, result)
      if (row || !exists) return row ?? "absent"
      return after(batch(plan, [step, exists]), ([again, present]) => {
        return one(plan, again) ?? (present?.rows.length ? "refused" : "absent")
      })
    })

  return {
    insert(entries) {
      const steps = insertSteps(plans, entries, schema.ids)
      const [first, ...more] = steps
      if (!first) return []
      const plan = plans[entries[0]?.[0] ?? "user"]
      const results = more.length === 0 ? after(run(plan, first), (result) => [result]) : batch(plan, steps)
      return after(results, (stored) => entries.map(([model], nth) => one(plans[model], stored[nth]) as Row))
    },

    find: (model, key) =>
      after(run(plans[model], plans[model].find(key)), (result) => one(plans[model], result)),

    list(model, owner) {
      const { decode, list } = plans[model]
      return after(run(plans[model], list(owner)), ({ rows }) => rows.map((row) => decode(row)))
    },

    findWithUser(model, key) {
      const plan = plans[model]
      return after(run(plan, plan.findWithUser(key)), ({ rows: [row] }) =>
        row ? { row: plan.decode(row), user: plans.user.decode(row, plan.model.fields.length) } : null,
      )
    },

    update(model, key, patch, guard) {
      const plan = plans[model]
      return changed(plan, plan.update(key, patch, guard), guard && plan.exists(key))
    },

    take(model, key, guard) {
      const plan = plans[model]
      return changed(plan, plan.take(key, guard), guard && plan.exists(key))
    },

    removeUser(id) {
      const loose = Object.values(plans).filter(({ model }) => model.owner && !model.owner.mustExist)
      const steps = [...loose.map((plan) => plan.disown(id)), plans.user.take({ id })]
      return after(batch(plans.user, steps), (results) => one(plans.user, results.at(-1)))
    },
  }
}

function one(plan: Plan, result: Result | undefined): Row | null {
  const row = result?.rows[0]
  return row ? plan.decode(row) : null
}

/** Rows that name no owner belong to the user inserted with them, whose id only a serial database knows. */
function insertSteps(plans: Plans, entries: readonly Entry[], ids: Schema["ids"]): Step[] {
  const generated = ids === "uuid" ? crypto.randomUUID() : undefined
  let user: Row | undefined
  let previous: ModelName | undefined
  return entries.map(([model, given]) => {
    const plan = plans[model]
    const { owner } = plan.model
    const isOwnedHere = owner !== undefined && user !== undefined && given[owner.field] === undefined
    const row: Row = { ...given }
    if (model === "user") user = generated ? Object.assign(row, { id: generated }) : row
    if (isOwnedHere && ids !== "serial") row[owner.field] = user?.[owner.of] ?? null
    const step = plan.insert(row, isOwnedHere && ids === "serial" ? previous : undefined)
    previous = model
    return step
  })
}
