import type { Store, StoreUpkeep } from "../../operations/store.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import type { WithinDeadline } from "./deadline.ts"
import type { Driver } from "./driver.ts"
import { lazyStore } from "./lazy-store.ts"
import { type TimedParts, timedStore, timedUpkeep } from "./timed-store.ts"

/** A store that was opened, provisionally if the next call must open it again. */
export type Opened = TimedParts & { readonly upkeep: StoreUpkeep; readonly isProvisional?: boolean }

/** The store and its upkeep, opened now or by the first call, with deadlines if there are any. */
export function openedStores(
  opened: Opened | (() => Awaitable<Opened>),
  driver: Driver,
  within: WithinDeadline | undefined,
): Pick<Opened, "upkeep"> & { readonly store: Store } {
  const isLazy = typeof opened === "function"
  const { store, upkeep } = isLazy ? lazyStore(opened) : opened
  if (!within) return { store, upkeep }
  const open = isLazy ? opened : () => opened
  return { store: timedStore(within, driver, open), upkeep: timedUpkeep(within, driver, open) }
}
