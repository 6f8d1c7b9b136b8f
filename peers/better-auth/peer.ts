import type { BetterAuthSetup } from "@mortise/conformance/better-auth"

/** An adapter or a storage of Better Auth, and what a reader must know to judge its results fairly. */
export type Peer = {
  readonly name: string
  /** The npm package that is measured. */
  readonly package: string
  readonly version: string
  /** The store, with the packages between adapter and store. */
  readonly store: string
  readonly note: string
  /** Who publishes it. */
  readonly from: "Better Auth" | "the community" | "this project"
  /** Cases whose result would not be the fault of the adapter, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>
  /** The topics of its cases. Default: all. */
  readonly topics?: readonly string[]
  /** Opens it on a new, empty store that has the tables of `peerOptions`. */
  open(): Promise<BetterAuthSetup>
}
