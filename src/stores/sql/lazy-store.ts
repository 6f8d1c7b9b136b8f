import type { Store, StoreUpkeep } from "../../operations/store.ts"
import { type Awaitable, andThen } from "../../shared/awaitable.ts"

type Opened = {
  readonly store: Store
  readonly upkeep: StoreUpkeep
  /** Whether the next call must open the store again. */
  readonly isProvisional?: boolean
}

/** Opens a store at its first call, because the server must be asked first. If that fails, the next call tries again. */
export function openOnce<T extends Opened>(open: () => Awaitable<T>): () => Awaitable<T> {
  let opened: T | undefined
  return () =>
    opened ??
    andThen(open(), (now) => {
      if (!now.isProvisional) opened = now
      return now
    })
}

/** A store that its first call opens. */
export function lazyStore(open: () => Awaitable<Opened>): Pick<Opened, "store" | "upkeep"> {
  const withStore = <T>(use: (opened: Opened) => Awaitable<T>): Awaitable<T> => andThen(open(), use)
  return {
    store: {
      insert: (entries) => withStore(({ store }) => store.insert(entries)),
      find: (model, key) => withStore(({ store }) => store.find(model, key)),
      list: (model, owner) => withStore(({ store }) => store.list(model, owner)),
      findWithUser: (model, key, options) =>
        withStore(({ store }) => store.findWithUser(model, key, options)),
      update: (model, key, patch, guard) => withStore(({ store }) => store.update(model, key, patch, guard)),
      take: (model, key, guard) => withStore(({ store }) => store.take(model, key, guard)),
      removeUser: (id) => withStore(({ store }) => store.removeUser(id)),
    },
    upkeep: {
      page: (model, options) => withStore(({ upkeep }) => upkeep.page(model, options)),
      count: (model) => withStore(({ upkeep }) => upkeep.count(model)),
      sweep: (model, now, limit) => withStore(({ upkeep }) => upkeep.sweep(model, now, limit)),
    },
  }
}
