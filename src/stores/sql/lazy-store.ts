import type { Store, StoreUpkeep } from "../../operations/store.ts"
import { type Awaitable, after } from "../../shared/awaitable.ts"

type Opened = { readonly store: Store; readonly upkeep: StoreUpkeep }

/** A store that is known only once the server has been asked; until that works, each call asks again. */
export function lazyStore(open: () => Awaitable<Opened>): Opened {
  let opened: Opened | undefined
  const when = <T>(use: (opened: Opened) => Awaitable<T>): Awaitable<T> =>
    opened
      ? use(opened)
      : after(open(), (now) => {
          opened = now
          return use(now)
        })
  return {
    store: {
      insert: (entries) => when(({ store }) => store.insert(entries)),
      find: (model, key) => when(({ store }) => store.find(model, key)),
      list: (model, owner) => when(({ store }) => store.list(model, owner)),
      findWithUser: (model, key, options) => when(({ store }) => store.findWithUser(model, key, options)),
      update: (model, key, patch, guard) => when(({ store }) => store.update(model, key, patch, guard)),
      take: (model, key, guard) => when(({ store }) => store.take(model, key, guard)),
      removeUser: (id) => when(({ store }) => store.removeUser(id)),
    },
    upkeep: {
      page: (model, options) => when(({ upkeep }) => upkeep.page(model, options)),
      count: (model) => when(({ upkeep }) => upkeep.count(model)),
      sweep: (model, now, limit) => when(({ upkeep }) => upkeep.sweep(model, now, limit)),
    },
  }
}
