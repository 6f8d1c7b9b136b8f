import type { OpenStore } from "../open-store.ts"
import type { HandleOf } from "./handles.ts"

/** What the functions behind the requests share. */
export type Context = {
  readonly store: OpenStore
  readonly handleOf: HandleOf
  /** The clock, in milliseconds. */
  readonly now: () => number
}
