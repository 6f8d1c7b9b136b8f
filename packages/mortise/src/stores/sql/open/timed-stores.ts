import {
  type Follow,
  runWithin,
  type TimedCall,
  toTimeoutMs,
  type Work,
} from "../../../operations/deadline.ts"
import { forwardStore, forwardUpkeep } from "../../../operations/forward-calls.ts"
import type { Store, StoreUpkeep } from "../../../operations/store.ts"
import { type Awaitable, andThen } from "../../../shared/awaitable.ts"
import { perClient } from "../../../shared/per-client.ts"
import { isRead } from "../compile/statement.ts"
import type { Driver, RunTimed } from "../driver.ts"
import type { SqlStore } from "../sql-store.ts"
import { isFrequent } from "../verbs/find.ts"

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

/** A driver, and what runs calls on it that end at their deadline. */
export type Timing = { readonly driver: Driver; readonly runTimed: RunTimed | undefined }

// Batches and openings belong to a driver. Adapters with the same deadline share them: frameworks make an adapter for
// every request.
const timings = perClient((_driver: Driver) => new Map<number, Timing>())

/** The driver for calls with a deadline; without one, the driver itself. */
export function getTiming(driver: Driver, timeoutSeconds: number | undefined): Timing {
  const timeoutMs = toTimeoutMs(timeoutSeconds)
  if (timeoutMs === undefined) return { driver, runTimed: undefined }
  const timingsByTimeout = timings(driver)
  const timing = timingsByTimeout.get(timeoutMs) ?? {
    driver: { ...driver },
    runTimed: runTimedFor(timeoutMs),
  }
  timingsByTimeout.set(timeoutMs, timing)
  return timing
}

const runTimedFor =
  (timeoutMs: number): RunTimed =>
  (driver, work) =>
    runWithin(timeoutMs, (call) => work(timedDriver(driver, call), call.follow))

const notSent: Work = { isSent: () => false, discard: () => {} }

/** The driver of one call. Once the call is over, it sends nothing. */
function timedDriver(driver: Driver, call: TimedCall): Driver {
  const follow: Follow = (isWrite, start) =>
    call.follow(isWrite, (current) => {
      if (driver.tracksCalls) current.track(notSent)
      return start(current)
    })
  return {
    ...driver,
    get retryMs() {
      return call.retryMs
    },
    run: (statement, values) =>
      follow(!isRead(statement), (current) => driver.run(statement, values, current)),
    batch: (steps) => follow(true, (current) => driver.batch(steps, current)),
  }
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
