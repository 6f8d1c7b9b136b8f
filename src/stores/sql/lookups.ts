import { type Awaitable, after } from "../../contract/awaitable.ts"
import type { Key } from "../../contract/rows.ts"
import type { Store } from "../store.ts"
import type { Driver } from "./driver.ts"
import { createLane, type Lane } from "./lane.ts"
import type { Plan } from "./plan.ts"
import type { Runner, SqlParts } from "./sql-runner.ts"
import { statement } from "./statement.ts"
import { findAmongText } from "./texts.ts"

type Stored = readonly unknown[] | undefined

// What is under way belongs to the client, not to an adapter: frameworks make one for every request.
const lanes = new WeakMap<Driver, Map<Plan, Lane<Stored>>>()

/** Looks a row and its user up: each call by itself, or with `inLanes` together with others while the client is busy. */
export function createFindWithUser(
  parts: SqlParts,
  { run }: Runner,
  inLanes: boolean,
): Store["findWithUser"] {
  const { plans } = parts
  const alone = (plan: Plan, key: Key): Awaitable<Stored> =>
    run(plan, plan.findWithUser(key), ({ rows }) => rows[0])

  const laneOf = (plan: Plan, field: string): Lane<Stored> => {
    const ofDriver = lanes.get(parts.driver) ?? new Map<Plan, Lane<Stored>>()
    lanes.set(parts.driver, ofDriver)
    const lane =
      ofDriver.get(plan) ??
      createLane<Stored>(
        (value) => alone(plan, { [field]: value }),
        (values) => together(plan, field, values),
      )
    ofDriver.set(plan, lane)
    return lane
  }

  const together = (plan: Plan, field: string, values: readonly string[]): Awaitable<Map<string, Stored>> => {
    const { text, values: bound } = findAmongText(parts.dialect, plan.model, field, plans.user.model, values)
    const at = plan.model.fields.findIndex(({ name }) => name === field)
    return run(
      plan,
      [statement(text), bound],
      ({ rows }) => new Map(rows.map((row) => [String(parts.dialect.decode("text", row[at])), row])),
    )
  }

  return (model, key) => {
    const plan = plans[model]
    const [field, ...others] = Object.keys(key) as [string, ...string[]]
    const found =
      inLanes && others.length === 0 ? laneOf(plan, field)(key[field] as string) : alone(plan, key)
    return after(found, (row) =>
      row ? { row: plan.decode(row), user: plans.user.decode(row, plan.model.fields.length) } : null,
    )
  }
}
