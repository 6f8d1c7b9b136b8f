import { forwardStore, forwardUpkeep } from "../../../operations/forward-calls.ts"
import type { Store, StoreUpkeep } from "../../../operations/store.ts"
import { type Awaitable, andThen } from "../../../shared/awaitable.ts"
import type { Driver, RunTimed } from "../../../sql/driver.ts"
import type { SqlStore } from "../sql-store.ts"
import { isFrequent } from "../verbs/lookups.ts"

/** A store and its upkeep. */
export type Stores = { readonly store: Store; readonly upkeep: StoreUpkeep }

/** An open store. If provisional, the next call reopens it. */
export type OpenStores = Stores & {
  readonly store: SqlStore
  /** The store and its upkeep for a call with a driver of its own. */
  storeOn(driver: Driver): Store
  upkeepOn(driver: Driver): StoreUpkeep
  readonly isProvisional?: boolean
}

/** Stores that end each call at its deadline. The time until they are open counts too. */
export const timedStores = (
  runTimed: RunTimed,
  driver: Driver,
  open: () => Awaitable<OpenStores>,
): Stores => ({
  store: timedStore(runTimed, driver, open),
  upkeep: forwardUpkeep((use) =>
    runTimed(driver, (timed) => andThen(open(), ({ upkeepOn }) => use(upkeepOn(timed)))),
  ),
})

function timedStore(runTimed: RunTimed, driver: Driver, open: () => Awaitable<OpenStores>): Store {
  const alone = forwardStore((use) =>
    runTimed(driver, (timed) => andThen(open(), ({ storeOn }) => use(storeOn(timed)))),
  )
  // Lookups share batches, and each batch has a deadline of its own: a call that leaves does not end it for the others.
  const runShared = <T>(look: (store: SqlStore, onSend: () => void) => Awaitable<T>): Awaitable<T> =>
    runTimed(driver, (_, follow) =>
      andThen(open(), ({ store }) =>
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
        ? runShared((store, onSend) => store.find(model, key, onSend))
        : alone.find(model, key),
    findWithUser: (model, key, options) =>
      runShared((store, onSend) => store.findWithUser(model, key, { ...options, onSend })),
  }
}
