import { forwardStore, forwardUpkeep } from "../../operations/forward-calls.ts"
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
export const lazyStore = (open: () => Awaitable<Opened>): Pick<Opened, "store" | "upkeep"> => ({
  store: forwardStore((use) => andThen(open(), ({ store }) => use(store))),
  upkeep: forwardUpkeep((use) => andThen(open(), ({ upkeep }) => use(upkeep))),
})
