import type { MortiseError } from "../../../contract/errors.ts"
import type { Key } from "../../../contract/rows.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import { type Batcher, createBatcher } from "../../../shared/batcher.ts"
import type { ModelStatements } from "../compile/model-statements.ts"
import type { Driver, Step } from "../driver.ts"
import { createRunner, type Runner, type SqlParts } from "./runner.ts"

/** A lookup of one row by one field, and of several rows by several values of that field. */
export type Lookup<T> = {
  one(statements: ModelStatements, key: Key): Step
  many(statements: ModelStatements, field: string, values: readonly string[]): Step
  decode(statements: ModelStatements, row: readonly unknown[] | undefined): T
}

/** Batches belong to the client, not to an adapter: frameworks make an adapter for every request. */
export type Batchers<T> = WeakMap<Driver, WeakMap<ModelStatements, Batcher<T>>>

/** Runs one request, which may be a batch, within a deadline of its own. */
export type Request = <T>(work: (run: Runner["run"]) => Awaitable<T>) => Awaitable<T>

export const createRequest = (parts: SqlParts, { run }: Runner): Request => {
  const { driver, runTimed } = parts
  return runTimed
    ? (work) => runTimed(driver, (timed) => work(createRunner({ ...parts, driver: timed }).run))
    : (work) => work(run)
}

const mostPerBatch = 128

/** Makes lookups of a single row: alone, or in batches while the client is busy. */
export function createBatchedLookup<T>(
  { driver, dialect }: SqlParts,
  request: Request,
  batchers: Batchers<T>,
  lookup: Lookup<T>,
) {
  const findOne = (statements: ModelStatements, key: Key): Awaitable<T> =>
    request((run) =>
      run(statements, lookup.one(statements, key), ({ rows }) => lookup.decode(statements, rows[0])),
    )

  const findMany = async (statements: ModelStatements, field: string, values: readonly string[]) => {
    const at = statements.model.fields.findIndex(({ name }) => name === field)
    const byValue = new Map<string, readonly unknown[]>()
    try {
      await request((run) =>
        run(statements, lookup.many(statements, field, values), ({ rows }) => {
          for (const row of rows) byValue.set(String(dialect.decode("text", row[at])), row)
        }),
      )
      return (value: string) => lookup.decode(statements, byValue.get(value))
    } catch (error) {
      // One of the values does not fit the column's type. It must not fail the other callers' lookups.
      if ((error as MortiseError).code !== "invalid") throw error
      return (value: string) => findOne(statements, { [field]: value })
    }
  }

  const batcherOf = (statements: ModelStatements, field: string): Batcher<T> => {
    const ofDriver = batchers.get(driver) ?? new WeakMap<ModelStatements, Batcher<T>>()
    batchers.set(driver, ofDriver)
    const batcher =
      ofDriver.get(statements) ??
      createBatcher<T>({
        one(value, onSend) {
          onSend?.()
          return findOne(statements, { [field]: value })
        },
        many(values, onSend) {
          onSend()
          return findMany(statements, field, values)
        },
        most: mostPerBatch,
      })
    ofDriver.set(statements, batcher)
    return batcher
  }

  return {
    findOne,
    /** `onSend` is called when the lookup leaves the queue of its batch. */
    findInBatch: (
      statements: ModelStatements,
      field: string,
      value: string,
      onSend?: () => void,
    ): Awaitable<T> => batcherOf(statements, field)(value, onSend),
  }
}
