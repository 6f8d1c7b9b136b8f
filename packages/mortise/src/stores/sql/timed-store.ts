import { forwardStore, forwardUpkeep } from "../../operations/forward-calls.ts"
import type { Store, StoreUpkeep } from "../../operations/store.ts"
import { type Awaitable, andThen } from "../../shared/awaitable.ts"
import type { WithinDeadline } from "./deadline.ts"
import type { Driver } from "./driver.ts"
import type { SqlStore } from "./sql-store.ts"
import { isFrequent } from "./verbs/find.ts"

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
  const alone = forwardStore((use) =>
    within(driver, (timed) => andThen(opened(), ({ storeOn }) => use(storeOn(timed)))),
  )
  // Lookups share batches, and each batch has a deadline of its own: a call that leaves does not end it for the others.
  const shared = <T>(look: (store: SqlStore, onSend: () => void) => Awaitable<T>): Awaitable<T> =>
    within(driver, (_, follow) =>
      andThen(opened(), ({ store }) =>
        follow(false, ({ track }) => {
          let isSent = false
          track({ isSent: () => isSent, discard: () => {} })
          return look(store, () => {
            isSent = true
          })
        }),
      ),
    )
  return {
    ...alone,
    find: (model, key) =>
      isFrequent(model, key)
        ? shared((store, onSend) => store.find(model, key, onSend))
        : alone.find(model, key),
    findWithUser: (model, key, options) =>
      shared((store, onSend) => store.findWithUser(model, key, { ...options, onSend })),
  }
}

/** The upkeep of a store, with a deadline for each call. */
export const timedUpkeep = (
  within: WithinDeadline,
  driver: Driver,
  opened: () => Awaitable<TimedParts>,
): StoreUpkeep =>
  forwardUpkeep((use) => within(driver, (timed) => andThen(opened(), ({ upkeepOn }) => use(upkeepOn(timed)))))
