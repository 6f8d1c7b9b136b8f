import type { MortiseError } from "../../../contract/errors.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import { type Batcher, createBatcher } from "../../../shared/batcher.ts"
import type { ModelStatements } from "../compile/model-statements.ts"
import type { Driver } from "../driver.ts"
import { matchRows } from "./match-rows.ts"
import type { SqlParts } from "./runner.ts"
import { createFindOne, type Lookup, type Request } from "./single-lookup.ts"

/** Batches belong to the client, not to an adapter: frameworks make an adapter for every request. */
export type Batchers<T> = WeakMap<Driver, WeakMap<ModelStatements, Batcher<T>>>

const mostPerBatch = 128

/** Makes lookups that share statements while the client is busy. `onSend` is called when a lookup leaves the queue. */
export type BatchLookups = <T>(
  parts: SqlParts,
  request: Request,
  batchers: Batchers<T>,
  lookup: Lookup<T>,
) => (statements: ModelStatements, field: string, value: string, onSend?: () => void) => Awaitable<T>

export const batchLookups: BatchLookups = <T>(
  { driver, dialect }: SqlParts,
  request: Request,
  batchers: Batchers<T>,
  lookup: Lookup<T>,
) => {
  const findOne = createFindOne(request, lookup)

  const findMany = async (statements: ModelStatements, field: string, values: readonly string[]) => {
    const at = statements.model.fields.findIndex(({ name }) => name === field)
    const alone = (value: string) => findOne(statements, { [field]: value })
    try {
      const { find, isCertain } = await request((run) =>
        run(statements, lookup.many(statements, field, values), ({ rows }) =>
          matchRows(values, rows, (row) => String(dialect.decode("text", row[at]))),
        ),
      )
      return (value: string) => (isCertain(value) ? lookup.decode(statements, find(value)) : alone(value))
    } catch (error) {
      // One of the values does not fit the column's type. It must not fail the other callers' lookups.
      if ((error as MortiseError).code !== "invalid") throw error
      return alone
    }
  }

  const getBatcher = (statements: ModelStatements, field: string): Batcher<T> => {
    const ofDriver = batchers.get(driver) ?? new WeakMap<ModelStatements, Batcher<T>>()
    batchers.set(driver, ofDriver)
    const batcher =
      ofDriver.get(statements) ??
      createBatcher<T>({
        runOne(value, onSend) {
          onSend?.()
          return findOne(statements, { [field]: value })
        },
        runMany(values, onSend) {
          onSend()
          return findMany(statements, field, values)
        },
        most: mostPerBatch,
      })
    ofDriver.set(statements, batcher)
    return batcher
  }

  return (statements, field, value, onSend) => getBatcher(statements, field)(value, onSend)
}
