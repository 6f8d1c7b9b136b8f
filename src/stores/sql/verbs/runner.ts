import type { ModelName } from "../../../contract/models.ts"
import type { Schema } from "../../../contract/schema.ts"
import { type Awaitable, after } from "../../../shared/awaitable.ts"
import type { Plan, Plans } from "../compile/plan.ts"
import { isRead } from "../compile/statement.ts"
import type { Dialect } from "../dialect.ts"
import type { Driver, Result, Step } from "../driver.ts"
import { errorContext } from "../error-context.ts"
import { sqlError } from "../sql-errors.ts"
import { again, attempt } from "./retry.ts"

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
  const runAgain = <T>(
    { model }: Plan,
    [statement, values]: Step,
    next: (result: Result) => Awaitable<T>,
    failure: unknown,
  ): Awaitable<T> => {
    const translate = (error: unknown) => translated(model.name, error, isRead(statement))
    return after(
      again(() => driver.run(statement, values), translate, failure, driver),
      next,
    )
  }
  return {
    // Like `attempt`, but every lookup runs through here: nothing is created for a failure before it happens.
    run(plan, step, next) {
      let result: Awaitable<Result>
      try {
        result = driver.run(step[0], step[1])
      } catch (error) {
        return runAgain(plan, step, next, error)
      }
      return result instanceof Promise
        ? result.then(next, (error) => runAgain(plan, step, next, error))
        : next(result)
    },
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
