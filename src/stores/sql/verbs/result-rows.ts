import type { Row } from "../../../contract/rows.ts"
import type { Plan } from "../compile/plan.ts"
import type { Dialect } from "../dialect.ts"
import type { Result } from "../driver.ts"

/** The row of a result that has at most one. */
export function one(plan: Plan, result: Result | undefined): Row | null {
  const row = result?.rows[0]
  return row ? plan.decode(row) : null
}

/** Whether the guard holds on a row that was found with it. */
export function holds(dialect: Dialect, plan: Plan, row: readonly unknown[]): boolean {
  const answer = row[plan.model.fields.length]
  return answer !== null && dialect.decode("boolean", answer) === true
}
