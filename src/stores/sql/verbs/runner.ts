import type { ModelName } from "../../../contract/models.ts"
import type { Schema } from "../../../contract/schema.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { Plan, Plans } from "../compile/plan.ts"
import { isRead } from "../compile/statement.ts"
import type { Dialect } from "../dialect.ts"
import type { Driver, Result, Step } from "../driver.ts"
import { errorContext } from "../error-context.ts"
import { sqlError } from "../sql-errors.ts"
import { attempt } from "./retry.ts"

export type SqlParts = {
  readonly schema: Schema
  readonly dialect: Dialect
  readonly plans: Plans
  readonly driver: Driver
}

/** Runs steps with errors that are ours, and again when the engine was only busy; then goes on with the results. */
export type Runner = {
  run<T>(plan: Plan, step: Step, next: (result: Result) => Awaitable<T>): Awaitable<T>
  /** The plans are those of the steps; the last one stands for the rest. */
  batch<T>(
    plans: Plan | readonly Plan[],
    steps: readonly Step[],
    next: (results: readonly Result[]) => Awaitable<T>,
  ): Awaitable<T>
}

export function createRunner({ schema, dialect, driver }: SqlParts): Runner {
  const translated = (model: ModelName, error: unknown, isRead: boolean) =>
    sqlError(schema, dialect, model, error, isRead)
  return {
    run: ({ model }, [statement, values], next) =>
      attempt(
        () => driver.run(statement, values),
        next,
        (error) => translated(model.name, error, isRead(statement)),
        driver,
      ),
    batch: (plans, steps, next) =>
      attempt(
        () => driver.batch(steps),
        next,
        (error) => translated(planAt([plans].flat(), errorContext(error).step).model.name, error, false),
        driver,
      ),
  }
}

const planAt = (plans: readonly Plan[], step = 0): Plan => (plans[step] ?? plans.at(-1)) as Plan
