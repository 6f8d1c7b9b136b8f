import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Store } from "../../../operations/store.ts"
import { type Awaitable, andThen } from "../../../shared/awaitable.ts"
import type { RedisParts } from "../engine.ts"
import { tokenField, userField } from "../glossary.ts"
import { getRowKind } from "../rows/keys.ts"
import { type PackedRow, unpackRow } from "../rows/packed-row.ts"
import { readFields } from "../rows/read-hash.ts"
import { createChanges } from "./changes.ts"
import { findByEmailScript } from "./find-scripts.ts"
import { createInsert } from "./insert.ts"
import { createList } from "./list.ts"
import { createFindWithUser, type Lookups } from "./lookups.ts"
import { createRemoveUser } from "./remove-user.ts"
import { createSlotWrites } from "./slot-writes.ts"

/**
 * The verbs on one server: one script each, so that each is one atomic step and one round trip. With `batches`, writes of
 * slots share scripts.
 */
export function createAtomicStore(parts: RedisParts, lookups: Lookups, batches = false): Store {
  const { schema, keys, connection } = parts
  const slotWrites = createSlotWrites(parts, batches)

  const findUser = async (key: Key): Promise<PackedRow | null> => {
    const { id, email } = key
    if (id === undefined)
      return (await connection.evaluate(findByEmailScript, [keys.email(email as string)], [])) as
        | string
        | null
    const [row, generation] = await readFields(connection, keys.user(id), userField.row, userField.generation)
    return generation ? (row ?? null) : null
  }

  const findPacked = (model: ModelName, key: Key): Awaitable<PackedRow | null> => {
    const name = keys.row(model, key)
    switch (getRowKind(schema.models[model])) {
      case "user":
        return findUser(key)
      case "owned":
        return andThen(lookups.findPair(name), ([row]) => row)
      case "token":
        return connection.read("HGET", name, `${tokenField.prefix}${key["token"]}`) as Promise<string | null>
      case "slot":
        return lookups.findSlot(name)
    }
  }

  const find = (model: ModelName, key: Key): Awaitable<Row | null> =>
    andThen(findPacked(model, key), (packed) =>
      packed === null ? null : unpackRow(schema.models[model], packed),
    )

  return {
    insert: createInsert(parts, slotWrites),
    find,
    list: createList(parts, find),
    findWithUser: createFindWithUser(parts, lookups),
    ...createChanges(parts, find),
    put: slotWrites.put,
    increment: slotWrites.increment,
    removeUser: createRemoveUser(parts),
  }
}
