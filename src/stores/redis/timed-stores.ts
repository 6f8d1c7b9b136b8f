import type { TimedCall } from "../../operations/deadline.ts"
import { type Forward, forwardStore, forwardUpkeep } from "../../operations/forward-calls.ts"
import type { Store, StoreUpkeep } from "../../operations/store.ts"
import type { RedisConnection } from "./connection.ts"
import type { WithinDeadline } from "./connections.ts"

/** A store and its upkeep. */
export type Opened = { readonly store: Store; readonly upkeep: StoreUpkeep }

/** Opens a store on a connection: that of a call with a deadline, or that of all calls. */
export type Open = (connection: RedisConnection, call?: TimedCall) => Opened

/** A store that ends each call at its deadline: each call opens the store on a connection of its own. */
export function timedStores(within: WithinDeadline, open: Open, hasVerify: boolean): Opened {
  const call: Forward<Opened> = (use, isRead) =>
    within(async (connection, current) => use(open(connection, current)), isRead)
  const upkeep = forwardUpkeep((use, isRead) => call((opened) => use(opened.upkeep), isRead))
  const verify: StoreUpkeep["verify"] = async (options) =>
    call((opened) => (opened.upkeep as Required<StoreUpkeep>).verify(options), false)
  return {
    store: forwardStore((use, isRead) => call(({ store }) => use(store), isRead)),
    upkeep: hasVerify ? { ...upkeep, verify } : upkeep,
  }
}
