import type { MortiseError } from "../../../contract/errors.ts"
import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import { type Batcher, createBatcher } from "../../../shared/batcher.ts"
import type { ModelStatements } from "../compile/model-statements.ts"
import type { Driver } from "../driver.ts"
import { createRunner, type Runner, type SqlParts } from "./runner.ts"

type Found = { row: Row; user: Row } | null

/** `onSend` is called when the lookup leaves the queue of its batch. */
type FindWithUser = (
  model: ModelName,
  key: Key,
  options?: { readonly userOnly?: boolean; readonly onSend?: () => void },
) => Awaitable<Found>

const mostPerBatch = 128

// Batches belong to the client, not to an adapter: frameworks make an adapter for every request.
const batchers = new WeakMap<Driver, WeakMap<ModelStatements, Batcher<Found>>>()

/** Looks up a row and its user: each call alone, or with `batchesLookups` in batches while the client is busy. */
export function createFindWithUser(
  parts: SqlParts,
  { run: runOnce }: Runner,
  batchesLookups: boolean,
): FindWithUser {
  const { driver, dialect, compiled, within } = parts
  /** Runs one request, which may be a batch, within a deadline of its own. */
  const request: <T>(work: (run: Runner["run"]) => Awaitable<T>) => Awaitable<T> = within
    ? (work) => within(driver, (timed) => work(createRunner({ ...parts, driver: timed }).run))
    : (work) => work(runOnce)
  const decodePair = (statements: ModelStatements, row: readonly unknown[] | undefined): Found =>
    row
      ? { row: statements.decode(row), user: compiled.user.decode(row, statements.model.fields.length) }
      : null

  const findOne = (statements: ModelStatements, key: Key): Awaitable<Found> =>
    request((run) =>
      run(statements, statements.findWithUser(key), ({ rows }) => decodePair(statements, rows[0])),
    )

  const findMany = async (statements: ModelStatements, field: string, values: readonly string[]) => {
    const at = statements.model.fields.findIndex(({ name }) => name === field)
    const byValue = new Map<string, readonly unknown[]>()
    try {
      await request((run) =>
        run(statements, statements.findWhereIn(field, values), ({ rows }) => {
          for (const row of rows) byValue.set(String(dialect.decode("text", row[at])), row)
        }),
      )
      return (value: string) => decodePair(statements, byValue.get(value))
    } catch (error) {
      // One of the values does not fit the type of the column. It must not fail the other callers' lookups.
      if ((error as MortiseError).code !== "invalid") throw error
      return (value: string) => findOne(statements, { [field]: value })
    }
  }

  const findUser = (statements: ModelStatements, key: Key): Awaitable<Found> =>
    request((run) =>
      run(statements, statements.findUser(key), ({ rows: [row] }) =>
        row ? { row: {}, user: compiled.user.decode(row) } : null,
      ),
    )

  const batcherOf = (statements: ModelStatements, field: string): Batcher<Found> => {
    const ofDriver = batchers.get(driver) ?? new WeakMap<ModelStatements, Batcher<Found>>()
    batchers.set(driver, ofDriver)
    const batcher =
      ofDriver.get(statements) ??
      createBatcher<Found>({
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

  return (model, key, options) => {
    const statements = compiled[model]
    const [field, ...others] = Object.keys(key) as [string, ...string[]]
    if (batchesLookups && others.length === 0 && !options?.userOnly)
      return batcherOf(statements, field)(key[field] as string, options?.onSend)
    options?.onSend?.()
    return options?.userOnly ? findUser(statements, key) : findOne(statements, key)
  }
}
