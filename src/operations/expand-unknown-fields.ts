import type { Row } from "../contract/rows.ts"
import { unknownColumn } from "../contract/schema.ts"
import type { Store, StoreUpkeep } from "./store.ts"

/** Puts the fields that no model declares back where they were given; declared ones win. */
function expandUnknown(row: Row): Row {
  const { [unknownColumn]: kept, ...declared } = row
  return { ...(kept as Row | undefined), ...declared }
}

const expandIfRow = <T>(row: Row | T): Row | T =>
  typeof row === "object" && row !== null ? expandUnknown(row as Row) : row

/** A store whose rows show their kept fields. */
export function expandingStore(store: Store): Store {
  return {
    ...store,
    insert: async (entries) => (await store.insert(entries)).map(expandUnknown),
    find: async (model, key) => expandIfRow(await store.find(model, key)),
    list: async (model, owner) => (await store.list(model, owner)).map(expandUnknown),
    async findWithUser(model, key) {
      const found = await store.findWithUser(model, key)
      return found && { row: expandUnknown(found.row), user: expandUnknown(found.user) }
    },
    update: async (model, key, patch, guard) => expandIfRow(await store.update(model, key, patch, guard)),
    take: async (model, key, guard) => expandIfRow(await store.take(model, key, guard)),
    removeUser: async (id) => expandIfRow(await store.removeUser(id)),
  }
}

/** An upkeep whose pages show kept fields. */
export const expandingUpkeep = (store: StoreUpkeep): StoreUpkeep => ({
  ...store,
  page: async (model, options) => (await store.page(model, options)).map(expandUnknown),
})
