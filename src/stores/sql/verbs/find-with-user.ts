import type { MortiseError } from "../../../contract/errors.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Store } from "../../../operations/store.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import { type Batcher, createBatcher } from "../../../shared/batcher.ts"
import type { Plan } from "../compile/plan.ts"
import type { Driver } from "../driver.ts"
import type { Runner, SqlParts } from "./runner.ts"

type Found = { row: Row; user: Row } | null

const mostTogether = 128

// What is under way belongs to the client, not to an adapter: frameworks make one for every request.
const batchers = new WeakMap<Driver, WeakMap<Plan, Batcher<Found>>>()

/** Looks a row and its user up: each call by itself, or with `inLanes` together with others while the client is busy. */
export function createFindWithUser(
  { driver, dialect, plans }: SqlParts,
  { run }: Runner,
  inLanes: boolean,
): Store["findWithUser"] {
  const found = (plan: Plan, row: readonly unknown[] | undefined): Found =>
    row ? { row: plan.decode(row), user: plans.user.decode(row, plan.model.fields.length) } : null

  const alone = (plan: Plan, key: Key): Awaitable<Found> =>
    run(plan, plan.findWithUser(key), ({ rows }) => found(plan, rows[0]))

  const together = async (plan: Plan, field: string, values: readonly string[]) => {
    const at = plan.model.fields.findIndex(({ name }) => name === field)
    const byValue = new Map<string, readonly unknown[]>()
    try {
      await run(plan, plan.findAmong(field, values), ({ rows }) => {
        for (const row of rows) byValue.set(String(dialect.decode("text", row[at])), row)
      })
      return (value: string) => found(plan, byValue.get(value))
    } catch (error) {
      // One of them cannot be in this column, and is not to stand in the way of the others.
      if ((error as MortiseError).code !== "invalid") throw error
      return (value: string) => alone(plan, { [field]: value })
    }
  }

  const batcherOf = (plan: Plan, field: string): Batcher<Found> => {
    const ofDriver = batchers.get(driver) ?? new WeakMap<Plan, Batcher<Found>>()
    batchers.set(driver, ofDriver)
    const batcher =
      ofDriver.get(plan) ??
      createBatcher<Found>({
        one: (value) => alone(plan, { [field]: value }),
        many: (values) => together(plan, field, values),
        most: mostTogether,
      })
    ofDriver.set(plan, batcher)
    return batcher
  }

  return (model, key, options) => {
    const plan = plans[model]
    if (options?.userOnly)
      return run(plan, plan.findUser(key), ({ rows: [row] }) =>
        row ? { row: {}, user: plans.user.decode(row) } : null,
      )
    if (!inLanes) return alone(plan, key)
    const [field, ...others] = Object.keys(key) as [string, ...string[]]
    return others.length === 0 ? batcherOf(plan, field)(key[field] as string) : alone(plan, key)
  }
}
