import type { Schema } from "../../contract/schema.ts"
import type { TimedCall } from "../../operations/deadline.ts"
import { type Forward, forwardStore, forwardUpkeep } from "../../operations/forward-calls.ts"
import type { Store, StoreUpkeep } from "../../operations/store.ts"
import type { RedisConnection } from "./connection/connection.ts"
import type { RunTimed } from "./connection/connections.ts"
import type { Keys } from "./rows/keys.ts"

/** What every verb works with. */
export type RedisParts = {
  readonly schema: Schema
  readonly keys: Keys
  readonly connection: RedisConnection
  /** Called when rows of a removed user could not be deleted. */
  readonly onWarning: (message: string) => void
}

/** A store and its upkeep. */
export type Opened = { readonly store: Store; readonly upkeep: StoreUpkeep }

/** An engine, which opens a store on a connection. */
export type Engine = {
  /** Opens it on the connection of one call with a deadline, or on the connection of all calls. */
  open(connection: RedisConnection, call?: TimedCall): Opened
  /** The lookup of a call with a deadline, if calls share lookups: then it needs no connection of its own. */
  findWithUser?(call: TimedCall): Store["findWithUser"]
}

/** A store that ends each call at its deadline. Each call opens the store on a connection of its own. */
export function timedStores(within: RunTimed, { open, findWithUser }: Engine, hasRepair: boolean): Opened {
  const call: Forward<Opened> = (use, isRead) =>
    within(async (current, connect) => use(open(connect(), current)), isRead)
  const upkeep = forwardUpkeep((use, isRead) => call((opened) => use(opened.upkeep), isRead))
  const settle: StoreUpkeep["settle"] = async (limit) =>
    call((opened) => (opened.upkeep as Required<StoreUpkeep>).settle(limit), false)
  const repair: StoreUpkeep["repair"] = async (options) =>
    call((opened) => (opened.upkeep as Required<StoreUpkeep>).repair(options), false)
  const store = forwardStore((use, isRead) => call((opened) => use(opened.store), isRead))
  return {
    store: findWithUser
      ? {
          ...store,
          findWithUser: (...args) => within(async (current) => findWithUser(current)(...args), true),
        }
      : store,
    upkeep: { ...upkeep, settle, ...(hasRepair && { repair }) },
  }
}
