import type { Row } from "../contract/rows.ts"
import { keptFields } from "../contract/schema.ts"
import type { Store, StoreUpkeep } from "./store.ts"

/** Puts the fields that no model declares back where they were given; declared ones win. */
function showKept(row: Row): Row {
  const { [keptFields]: kept, ...declared } = row
  return { ...(kept as Row | undefined), ...declared }
}

const shown = <T>(row: Row | T): Row | T =>
  typeof row === "object" && row !== null ? showKept(row as Row) : row

/** A store whose rows show their kept fields. */
export function showingKept(store: Store): Store {
  return {
    ...store,
    insert: async (entries) => (await store.insert(entries)).map(showKept),
    find: async (model, key) => shown(await store.find(model, key)),
    list: async (model, owner) => (await store.list(model, owner)).map(showKept),
    async findWithUser(model, key) {
      const found = await store.findWithUser(model, key)
      return found && { row: showKept(found.row), user: showKept(found.user) }
    },
    update: async (model, key, patch, guard) => shown(await store.update(model, key, patch, guard)),
    take: async (model, key, guard) => shown(await store.take(model, key, guard)),
    removeUser: async (id) => shown(await store.removeUser(id)),
  }
}

/** An upkeep whose pages show kept fields. */
export const pagingKept = (store: StoreUpkeep): StoreUpkeep => ({
  ...store,
  page: async (model, options) => (await store.page(model, options)).map(showKept),
})
