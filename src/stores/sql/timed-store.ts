import type { Store, StoreUpkeep } from "../../operations/store.ts"
import { type Awaitable, andThen } from "../../shared/awaitable.ts"
import type { WithinDeadline } from "./deadline.ts"
import type { Driver } from "./driver.ts"
import type { SqlStore } from "./sql-store.ts"

/** A store whose calls can be made with a driver of their own. */
export type TimedParts = {
  readonly store: SqlStore
  storeOn(driver: Driver): Store
  upkeepOn(driver: Driver): StoreUpkeep
}

/** A store that ends each call at its deadline. The time until the store is open counts too. */
export function timedStore(
  within: WithinDeadline,
  driver: Driver,
  opened: () => Awaitable<TimedParts>,
): Store {
  const call = <T>(use: (store: Store) => Awaitable<T>): Awaitable<T> =>
    within(driver, (timed) => andThen(opened(), ({ storeOn }) => use(storeOn(timed))))
  return {
    insert: (entries) => call((store) => store.insert(entries)),
    find: (model, key) => call((store) => store.find(model, key)),
    list: (model, owner) => call((store) => store.list(model, owner)),
    update: (model, key, patch, guard) => call((store) => store.update(model, key, patch, guard)),
    take: (model, key, guard) => call((store) => store.take(model, key, guard)),
    removeUser: (id) => call((store) => store.removeUser(id)),
    // Lookups share batches, and each batch has a deadline of its own: a call that leaves does not end it for the others.
    findWithUser: (model, key, options) =>
      within(driver, (_, follow) =>
        andThen(opened(), ({ store }) =>
          follow(false, ({ track }) => {
            let isSent = false
            track({ isSent: () => isSent, discard: () => {} })
            const onSend = () => {
              isSent = true
            }
            return store.findWithUser(model, key, { ...options, onSend })
          }),
        ),
      ),
  }
}

/** The upkeep of a store, with a deadline for each call. */
export function timedUpkeep(
  within: WithinDeadline,
  driver: Driver,
  opened: () => Awaitable<TimedParts>,
): StoreUpkeep {
  const call = <T>(use: (upkeep: StoreUpkeep) => Awaitable<T>): Awaitable<T> =>
    within(driver, (timed) => andThen(opened(), ({ upkeepOn }) => use(upkeepOn(timed))))
  return {
    page: (model, options) => call((upkeep) => upkeep.page(model, options)),
    count: (model) => call((upkeep) => upkeep.count(model)),
    sweep: (model, now, limit) => call((upkeep) => upkeep.sweep(model, now, limit)),
  }
}
