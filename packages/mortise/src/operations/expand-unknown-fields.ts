import type { Row } from "../contract/rows.ts"
import { unknownColumn } from "../contract/schema.ts"
import type { Store, StoreUpkeep } from "./store.ts"

/** Moves undeclared fields from their JSON column to the top level of the row; declared fields win. */
function expandUnknown(row: Row): Row {
  const { [unknownColumn]: unknown, ...declared } = row
  return { ...(unknown as Row | undefined), ...declared }
}

const expandIfRow = <T>(row: Row | T): Row | T =>
  typeof row === "object" && row !== null ? expandUnknown(row as Row) : row

/** A store that returns undeclared fields as fields of the row. */
export function expandingStore(store: Store): Store {
  return {
    ...store,
    insert: async (entries) => (await store.insert(entries)).map(expandUnknown),
    find: async (model, key) => expandIfRow(await store.find(model, key)),
    list: async (model, owner) => (await store.list(model, owner)).map(expandUnknown),
    async findWithUser(model, key, options) {
      const found = await store.findWithUser(model, key, options)
      return found && { row: expandUnknown(found.row), user: expandUnknown(found.user) }
    },
    update: async (model, key, patch, guard) => expandIfRow(await store.update(model, key, patch, guard)),
    take: async (model, key, guard) => expandIfRow(await store.take(model, key, guard)),
    removeUser: async (id) => expandIfRow(await store.removeUser(id)),
  }
}

/** The same for pages. */
export const expandingUpkeep = (store: StoreUpkeep): StoreUpkeep => ({
  ...store,
  page: async (model, options) => (await store.page(model, options)).map(expandUnknown),
})
