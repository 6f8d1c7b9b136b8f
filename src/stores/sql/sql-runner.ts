import type { Awaitable } from "../../contract/awaitable.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Schema } from "../../contract/schema.ts"
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

/** Runs steps with errors that are ours, and again when the engine was only busy. */
export type Runner = {
  run(plan: Plan, step: Step): Awaitable<Result>
  batch(plan: Plan, steps: readonly Step[]): Awaitable<readonly Result[]>
}

export function createRunner({ schema, dialect, driver }: SqlParts): Runner {
  const translating = (model: ModelName, isRead: boolean) => (error: unknown) =>
    sqlError(schema, dialect, model, error, isRead)
  return {
    run: ({ model }, [statement, values]) =>
      attempt(
        () => driver.run(statement, values),
        translating(model.name, statement.text.startsWith("SELECT")),
        driver,
      ),
    batch: ({ model }, steps) => attempt(() => driver.batch(steps), translating(model.name, false), driver),
  }
}
