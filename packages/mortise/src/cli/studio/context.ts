import type { OpenStore } from "../open-store.ts"
import type { HandleOf } from "./handles.ts"
import type { Revocations } from "./revocations.ts"

/** What the functions behind the requests share. */
export type Context = {
  readonly store: OpenStore
  readonly handleOf: HandleOf
  readonly revocations: Revocations
  /** The clock, in milliseconds. */
  readonly now: () => number
}
