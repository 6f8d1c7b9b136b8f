/**
 * The seven verbs on a Cluster, where a script sees the keys of one slot only. Every step is one command or one script on
 * one key. The rule of visibility is the same as in the atomic engine: a user's key says which rows and which email belong
 * to the user. So one script on that key commits an insert or a removal, and everything before it is invisible.
 * glossary.ts defines the words.
 */
import type { Store } from "../../../operations/store.ts"
import { getRowKind } from "../rows/keys.ts"
import { unpackRow } from "../rows/packed-row.ts"
import { createInsert } from "./claims/insert.ts"
import { createListOwned } from "./owned/list-owned.ts"
import { createTakeOwned } from "./owned/take-owned.ts"
import { createUpdateOwned } from "./owned/update-owned.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { createTokensAndSlots } from "./tokens/tokens-and-slots.ts"
import { createRemoveUser } from "./users/remove-user.ts"
import { createUpdateUser } from "./users/update-user.ts"
import { readHolder, readUser, readVisible } from "./visibility.ts"

export function createSpreadStore(parts: SpreadParts): Store {
  const { schema, keys } = parts
  const { user } = schema.models
  const tokensAndSlots = createTokensAndSlots(parts)
  const updateOwned = createUpdateOwned(parts)
  const takeOwned = createTakeOwned(parts)
  const updateUser = createUpdateUser(parts)
  const listOwned = createListOwned(parts)

  const find: Store["find"] = async (name, key) => {
    const model = schema.models[name]
    const kind = getRowKind(model)
    if (kind === "token" || kind === "slot") return tokensAndSlots.find(name, key)
    const { id, email } = key
    const packed =
      kind === "owned"
        ? (await readVisible(parts, keys.row(name, key)))?.packed
        : id === undefined
          ? await readHolder(parts, keys.email(email as string))
          : (await readUser(parts, keys.user(id)))?.packed
    return packed === undefined || packed === null ? null : unpackRow(model, packed)
  }

  return {
    insert: createInsert(parts, tokensAndSlots),
    find,
    async list(name, owner) {
      const model = schema.models[name]
      const kind = getRowKind(model)
      if (kind === "token") return tokensAndSlots.list(owner)
      if (kind === "owned") return listOwned(name, owner)
      const row = await find(name, { [model.keys[0]?.[0] as string]: owner })
      return row ? [row] : []
    },
    async findWithUser(name, key, { userOnly = false } = {}) {
      const ownedRow = await readVisible(parts, keys.row(name, key))
      if (!ownedRow) return null
      const row = userOnly ? {} : unpackRow(schema.models[name], ownedRow.packed)
      return { row, user: unpackRow(user, ownedRow.owner) }
    },
    async update(name, key, patch, guard) {
      const model = schema.models[name]
      if (name === "user") return updateUser(key, patch, guard)
      return (getRowKind(model) === "owned" ? updateOwned : tokensAndSlots.update)(model, key, patch, guard)
    },
    async take(name, key, guard) {
      const model = schema.models[name]
      return (getRowKind(model) === "owned" ? takeOwned : tokensAndSlots.take)(model, key, guard)
    },
    removeUser: createRemoveUser(parts),
  }
}
