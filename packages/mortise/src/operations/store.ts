import type { Internals } from "../contract/internals.ts"
import type { StoreManifest } from "../contract/manifest.ts"
import type { ModelName } from "../contract/models.ts"
import type { Verb } from "../contract/operation-names.ts"
import type { Key, Row, Value } from "../contract/rows.ts"
import type { Change } from "../contract/stored-changes.ts"
import type { RepairReport } from "../contract/upkeep.ts"
import type { Awaitable } from "../shared/awaitable.ts"

/** A row to insert. An owned row without a reference to its owner belongs to the user inserted with it. */
export type Entry = readonly [model: ModelName, row: Readonly<Row>]

/** The fields to change: to a value, to null, or by a `Change`. */
export type Patch = Readonly<Record<string, Value | Change>>

/** A condition on the stored row, evaluated in the same step. `=` null matches an empty field. */
export type Guard = {
  readonly field: string
  readonly is: "=" | "<=" | ">"
  readonly value: Value
  /** A second condition that must hold too. */
  readonly and?: Guard
}

/** There is no such row, or the guard refused it. */
export type Miss = "absent" | "refused"

/**
 * The seven verbs: all that a store must implement. Arguments are checked and canonical. Returned rows are canonical
 * and never shared with the store. Each verb is one atomic step under any number of callers and processes: a verb that
 * reads before it writes makes the write conditional on what it read.
 */
export type Store = {
  /**
   * Inserts all rows or none, in order, and returns them as stored; never overwrites a row.
   * Throws `conflict` with the model and fields of a taken key, `not_found` if an owner does not exist.
   */
  insert(entries: readonly Entry[]): Awaitable<Row[]>
  find(model: ModelName, key: Key): Awaitable<Row | null>
  /** The rows of one owner: a user's id, or the identifier of verification tokens. */
  list(model: ModelName, owner: string): Awaitable<Row[]>
  /** An owned row and its user, in one round trip if the engine can join. With `userOnly`, `row` has no fields. */
  findWithUser(
    model: ModelName,
    key: Key,
    options?: { readonly userOnly?: boolean },
  ): Awaitable<{ row: Row; user: Row } | null>
  /**
   * Changes only the given fields and returns the whole new row; never creates a row.
   * Throws `conflict` if a unique field is taken, `not_found` if a new owner does not exist.
   */
  update(model: ModelName, key: Key, patch: Patch, guard?: Guard): Awaitable<Row | Miss>
  /** Creates a slot, or replaces it whole, in one step. Without it, callers update and insert. */
  put?(slot: Readonly<Row>): Awaitable<void>
  /** Adds one to the count of a slot that is live at `now`, or puts this slot; returns the count. Like `put`, it is one step. */
  increment?(slot: Readonly<Row>, now: Date): Awaitable<number>
  /** Deletes and returns the row: one of many concurrent callers gets it. */
  take(model: ModelName, key: Key, guard?: Guard): Awaitable<Row | Miss>
  /** Deletes a user and its rows: after the first effect, no lookup returns any of them. */
  removeUser(id: string): Awaitable<Row | null>
}

/** What a store implements for tools; users call it through `Upkeep` of the contract. */
export type StoreUpkeep = {
  /**
   * Rows after `after`, in an order that does not change, such as that of the key `by`; with `prefix`, those whose first
   * field of the key starts with it, in the order of the key.
   */
  page(model: ModelName, options: StorePage): Awaitable<Row[]>
  count(model: ModelName): Awaitable<number>
  /** Deletes at most `limit` rows that expired by `now`; returns their number. */
  sweep(model: ModelName, now: Date, limit: number): Awaitable<number>
  /**
   * Undoes writes whose caller ended before they were visible, and finishes removals: at most `limit`; returns their
   * number. Only stores in which a write takes several steps have it.
   */
  settle?(limit: number): Promise<number>
  /** Checks and repairs the email addresses of the users after `after`. Only stores whose parts can be lost separately have it. */
  repair?(
    options: Pick<StorePage, "after" | "limit">,
  ): Promise<Omit<RepairReport, "next"> & { last?: string }>
}

/** Which rows `StoreUpkeep.page` returns. */
export type StorePage = {
  readonly by: readonly string[]
  readonly after?: Key | undefined
  readonly limit: number
  readonly prefix?: string | undefined
}

/** A store that is open for one tenant, or for an adapter without tenants. */
export type OpenStore = { readonly store: Store; readonly upkeep: StoreUpkeep }

/** A store and what it promises. */
export type StoreDefinition = {
  /**
   * Opens the store, with a tenant for the rows of this tenant only. It does no I/O: it is called for every adapter, and
   * frameworks make one for every request.
   */
  open(tenant?: string): OpenStore
  /** What all adapters over the same rows have in common: they share what they know about tenants. Default: `open`. */
  readonly owner?: object
  readonly name: string
  readonly removal: StoreManifest["removal"]
  /** What the data survives; a function if that depends on settings which are read later. */
  readonly durability: StoreManifest["durability"] | (() => StoreManifest["durability"])
  readonly roundTrips: Readonly<Record<Verb, number>>
  /** Whether an update can change a row's key. */
  readonly changesKeys?: true
  /** The guarantees that the tables are known to lack so far. Default: the ones that the schema lacks. */
  readonly missingGuarantees?: () => StoreManifest["missingGuarantees"]
  /** What the manifest says about standbys, if the store has them. */
  readonly cancelledReplicationWaits?: (() => StoreManifest["cancelledReplicationWaits"]) | undefined
  readonly staleReads?: StoreManifest["staleReads"]
  /** The engine that runs, if the store has several. */
  readonly engine?: StoreManifest["engine"]
  readonly timeLimit?: Internals["timeLimit"]
  /** Data for `migrate`, if the store has tables. */
  readonly migration?: unknown
  /** What tools ask of a server without SQL tables: to check its settings, to name it, to create what the store needs. */
  readonly tools?: Pick<Internals, "checkServer" | "readPlace" | "createStorage">
}

/** A wall between the tenants of a store. */
export type StoreWall = {
  /** The store behind the wall. Throws `invalid` if it cannot have one. */
  enclose(definition: StoreDefinition): StoreDefinition
}
