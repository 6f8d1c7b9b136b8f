import type { Tested } from "@mortise/conformance/better-auth"
import type { Closing, Peer } from "../peer.ts"

/** An adapter or a storage of Better Auth. Its stores have the tables of `peerOptions`. */
export type BetterAuthPeer = Peer<Pick<Tested, "database" | "storage"> & Closing>

/** The topics of the cases about secondary storages. */
export const storageTopics: readonly string[] = [
  ...["stored-sessions", "mirrored-sessions", "stored-links", "stored-limits"],
  ...["storage-values", "storage-lifetimes", "storage-races"],
]

export const storageNote = "A secondary storage: the cases about storages, with users in the memory adapter."

/** The note about an adapter that has no tables of its own. */
export const tablesOfBetterAuth = "It leaves the tables to its users. These are Better Auth's own."
