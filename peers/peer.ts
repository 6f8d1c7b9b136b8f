import type { Adapter } from "@auth/core/adapters"

/** An adapter on a store of its own; the shape that a conformance run takes from its factory. */
export type OpenPeer = {
  adapter: Adapter
  /** Empties the store and keeps it open; only a store that is used again needs it. */
  reset?(): Promise<void>
  /** Makes the store unreachable from this adapter, for good. */
  outage?(): Promise<void>
  close(): Promise<void>
}
