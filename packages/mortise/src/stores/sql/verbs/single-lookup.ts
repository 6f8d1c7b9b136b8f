import type { Key } from "../../../contract/rows.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { ModelStatements } from "../compile/model-statements.ts"
import type { Step } from "../driver.ts"
import { createRunner, type Runner, type SqlParts } from "./runner.ts"

/** A lookup of one row by one field, and of several rows by several values of that field. */
export type Lookup<T> = {
  one(statements: ModelStatements, key: Key): Step
  many(statements: ModelStatements, field: string, values: readonly string[]): Step
  decode(statements: ModelStatements, row: readonly unknown[] | undefined): T
}

/** Looks up one row alone. */
export type FindOne<T> = (statements: ModelStatements, key: Key) => Awaitable<T>

/** Runs one request, which may be a batch, within a deadline of its own. */
export type Request = <T>(work: (run: Runner["run"]) => Awaitable<T>) => Awaitable<T>

export const createRequest = (parts: SqlParts, { run }: Runner): Request => {
  const { driver, runTimed } = parts
  return runTimed
    ? (work) => runTimed(driver, (timed) => work(createRunner({ ...parts, driver: timed }).run))
    : (work) => work(run)
}

/** Makes lookups of a single row. */
export const createFindOne =
  <T>(request: Request, lookup: Lookup<T>): FindOne<T> =>
  (statements, key) =>
    request((run) =>
      run(statements, lookup.one(statements, key), ({ rows }) => lookup.decode(statements, rows[0])),
    )
