import type { Awaitable } from "../shared/awaitable.ts"
import type { Store, StoreUpkeep } from "./store.ts"

/** Makes a call: finds or waits for the target, and passes it to `use`. `isRead` is false if the call may change rows. */
export type Forward<S> = <T>(use: (target: S) => Awaitable<T>, isRead: boolean) => Awaitable<T>

/** A store that makes each call through a function. */
export const forwardStore = (call: Forward<Store>): Store => ({
  insert: (entries) => call((store) => store.insert(entries), false),
  find: (model, key) => call((store) => store.find(model, key), true),
  list: (model, owner) => call((store) => store.list(model, owner), true),
  findWithUser: (model, key, options) => call((store) => store.findWithUser(model, key, options), true),
  update: (model, key, patch, guard) => call((store) => store.update(model, key, patch, guard), false),
  take: (model, key, guard) => call((store) => store.take(model, key, guard), false),
  removeUser: (id) => call((store) => store.removeUser(id), false),
})

/** The upkeep of such a store, without `repair`. */
export const forwardUpkeep = (call: Forward<StoreUpkeep>): StoreUpkeep => ({
  page: (model, options) => call((upkeep) => upkeep.page(model, options), true),
  count: (model) => call((upkeep) => upkeep.count(model), true),
  sweep: (model, now, limit) => call((upkeep) => upkeep.sweep(model, now, limit), false),
})
