import type { ModelName } from "../../../contract/models.ts"
import type { Schema } from "../../../contract/schema.ts"
import { retryIfTransient, withRetry } from "../../../operations/retry.ts"
import { type Awaitable, andThen } from "../../../shared/awaitable.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Driver, Result, RunTimed, Step } from "../../../sql/driver.ts"
import { errorContext } from "../../../sql/errors/error-context.ts"
import { isRead } from "../../../sql/statement.ts"
import type { ModelStatements, SchemaStatements } from "../compile/compile-schema.ts"
import { sqlError } from "../errors/sql-error.ts"

export type SqlParts = {
  readonly schema: Schema
  readonly dialect: Dialect
  readonly compiled: SchemaStatements
  readonly driver: Driver
  /** The scope of all statements, if the tables have the rows of several tenants. */
  readonly tenant?: string | undefined
  /** Runs a request of a batch within a deadline. Absent without `timeoutSeconds`. */
  readonly runTimed?: RunTimed | undefined
}

/** Runs steps with retries, translates their errors, and passes the results to `next`. */
export type Runner = {
  run<T>(statements: ModelStatements, step: Step, next: (result: Result) => Awaitable<T>): Awaitable<T>
  /** For errors, `models` has the model of each step; the last one also stands for further steps. */
  batch<T>(
    models: ModelStatements | readonly ModelStatements[],
    steps: readonly Step[],
    next: (results: readonly Result[]) => Awaitable<T>,
  ): Awaitable<T>
}

export function createRunner({ schema, dialect, driver }: SqlParts): Runner {
  const translateError = (model: ModelName, error: unknown, isRead: boolean) =>
    sqlError(schema, dialect, model, error, isRead)
  const retryRun = <T>(
    { model }: ModelStatements,
    [statement, values]: Step,
    next: (result: Result) => Awaitable<T>,
    failure: unknown,
  ): Awaitable<T> => {
    const translate = (error: unknown) => translateError(model.name, error, isRead(statement))
    return andThen(
      retryIfTransient(() => driver.run(statement, values), translate, failure, driver),
      next,
    )
  }
  return {
    // Like `withRetry`, but every lookup runs through here, so closures for failures are created only if it fails.
    run(statements, step, next) {
      let result: Awaitable<Result>
      try {
        result = driver.run(step[0], step[1])
      } catch (error) {
        return retryRun(statements, step, next, error)
      }
      return result instanceof Promise
        ? result.then(next, (error) => retryRun(statements, step, next, error))
        : next(result)
    },
    batch: (models, steps, next) =>
      withRetry(
        () => driver.batch(steps),
        next,
        (error) =>
          translateError(modelAt([models].flat(), errorContext(error).step).model.name, error, false),
        driver,
      ),
  }
}

const modelAt = (models: readonly ModelStatements[], step = 0): ModelStatements =>
  (models[step] ?? models.at(-1)) as ModelStatements
