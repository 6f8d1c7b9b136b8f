import type { Adapter } from "@auth/core/adapters"

/** An adapter of one npm package, on one or more stores. A file in `adapters/` exports it as `peer`. */
export type Peer<Opened> = {
  /** The npm package that is measured. */
  readonly package: string
  /** Who publishes it. */
  readonly from: "Auth.js" | "Better Auth" | "the community" | "this project"
  /** By name: `memory`, `sqlite`, a server of `engines.ts`, or a store of its own such as an emulator. */
  readonly stores: Readonly<Record<string, PeerStore<Opened>>>
}

/** How a peer is opened on a store, and what a reader must know to judge its results fairly. */
export type PeerStore<Opened> = {
  /** The packages between adapter and store, outermost first. */
  readonly clients?: readonly string[]
  readonly note: string
  /** The SQL files that create the tables, if the adapter or its client does not: paths from the repository's root. */
  readonly tables?: readonly string[]
  /** Cases whose result would not be the fault of the adapter, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>
  /** The topics of its cases. Default: all. */
  readonly topics?: readonly string[]
  /** What an application imports, if it is not the package itself. Its size is measured. */
  readonly import?: string
  /** Opens the adapter on a new, empty store. A server's URL names a new database. */
  open(url: string): Promise<Opened>
}

/** Closes a client. */
export type Closing = { close?(): unknown }

/** An adapter of Auth.js on its store. */
export type AuthJsPeer = Peer<{ readonly adapter: Adapter } & Closing>
