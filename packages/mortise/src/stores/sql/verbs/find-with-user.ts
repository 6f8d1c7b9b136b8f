import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { ModelStatements } from "../compile/model-statements.ts"
import type { Batchers, BatchLookups } from "./batched-lookup.ts"
import type { Runner, SqlParts } from "./runner.ts"
import { createFindOne, createRequest, type Lookup } from "./single-lookup.ts"

type Found = { row: Row; user: Row } | null

/** `onSend` is called when the lookup leaves the queue of its batch. */
type FindWithUser = (
  model: ModelName,
  key: Key,
  options?: { readonly userOnly?: boolean; readonly onSend?: () => void },
) => Awaitable<Found>

const batchers: Batchers<Found> = new WeakMap()

/** Looks up a row and its user: each call alone, or with `batchLookups` in batches while the client is busy. */
export function createFindWithUser(
  parts: SqlParts,
  runner: Runner,
  batchLookups?: BatchLookups,
): FindWithUser {
  const { compiled } = parts
  const request = createRequest(parts, runner)
  const lookup: Lookup<Found> = {
    one: (statements, key) => statements.findWithUser(key),
    many: (statements, field, values) => statements.findWhereIn(field, values),
    decode: (statements, row) =>
      row
        ? { row: statements.decode(row), user: compiled.user.decode(row, statements.model.fields.length) }
        : null,
  }
  const findOne = createFindOne(request, lookup)
  const findInBatch = batchLookups?.(parts, request, batchers, lookup)

  const findUser = (statements: ModelStatements, key: Key): Awaitable<Found> =>
    request((run) =>
      run(statements, statements.findUser(key), ({ rows: [row] }) =>
        row ? { row: {}, user: compiled.user.decode(row) } : null,
      ),
    )

  return (model, key, options) => {
    const statements = compiled[model]
    const [field, ...others] = Object.keys(key) as [string, ...string[]]
    if (findInBatch && others.length === 0 && !options?.userOnly)
      return findInBatch(statements, field, key[field] as string, options?.onSend)
    options?.onSend?.()
    return options?.userOnly ? findUser(statements, key) : findOne(statements, key)
  }
}
