import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Awaitable } from "../../../shared/awaitable.ts"
import type { Batchers, BatchLookups } from "./batched-lookup.ts"
import { onlyRow } from "./result-rows.ts"
import type { Runner, SqlParts } from "./runner.ts"
import { createFindOne, createRequest, type Lookup } from "./single-lookup.ts"

/** `onSend` is called when the lookup leaves the queue of its batch. */
type Find = (model: ModelName, key: Key, onSend?: () => void) => Awaitable<Row | null>

const batchers: Batchers<Row | null> = new WeakMap()

const lookup: Lookup<Row | null> = {
  one: (statements, key) => statements.find(key),
  many: (statements, field, values) => statements.findWhereIn(field, values),
  decode: (statements, row) => (row ? statements.decode(row) : null),
}

/** Whether every page view makes this lookup: the user by id, when the sessions are in another store. */
export const isFrequent = (model: ModelName, key: Key): boolean => model === "user" && "id" in key

/** Looks up a row: each call alone, or with `batchLookups` frequent ones in batches while the client is busy. */
export function createFind(parts: SqlParts, runner: Runner, batchLookups?: BatchLookups): Find {
  const { compiled } = parts
  const request = createRequest(parts, runner)
  const findOne = createFindOne(request, lookup)
  const findInBatch = batchLookups?.(parts, request, batchers, lookup)
  return (model, key, onSend) => {
    const statements = compiled[model]
    const isShared = isFrequent(model, key)
    if (isShared && findInBatch) return findInBatch(statements, "id", key["id"] as string, onSend)
    onSend?.()
    if (isShared) return findOne(statements, key)
    return runner.run(statements, statements.find(key), (result) => onlyRow(statements, result))
  }
}
