import type { Adapter } from "@auth/core/adapters"

/** An adapter on its own store, in the shape that the factory of a conformance run returns. */
export type OpenPeer = {
  adapter: Adapter
  /** Empties the store and keeps it open. Only a store that is reused needs it. */
  reset?(): Promise<void>
  /** Makes the store permanently unreachable for this adapter. */
  outage?(): Promise<void>
  close(): Promise<void>
}
