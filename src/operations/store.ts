import type { ModelName } from "../contract/models.ts"
import type { Key, Row, Value } from "../contract/rows.ts"
import type { Change } from "../contract/stored-changes.ts"
import type { Awaitable } from "../shared/awaitable.ts"

/** A row to insert. One that is owned but names no owner belongs to the user inserted with it. */
export type Entry = readonly [model: ModelName, row: Readonly<Row>]

/** The fields that change: to a value, to nothing (null), or by a `Change`. */
export type Patch = Readonly<Record<string, Value | Change>>

/** One comparison with the stored row that becomes part of the same statement. `=` null means "is empty". */
export type Guard = { readonly field: string; readonly is: "=" | "<=" | ">"; readonly value: Value }

/** No such row, or one that the guard does not let through. */
export type Miss = "absent" | "refused"

/**
 * The seven verbs: all that an engine must do. Every argument is canonical and checked; every row that comes
 * back is fresh, canonical and the caller's to keep. Nothing is read first and written later, unless the write
 * tests what was read: each verb is one atomic step, whatever the number of callers and processes.
 */
export type Store = {
  /**
   * All or none, in order, never overwriting; the rows as stored.
   * Throws `conflict` with the model and fields of the key that is taken, `not_found` when an owner is missing.
   */
  insert(entries: readonly Entry[]): Awaitable<Row[]>
  find(model: ModelName, key: Key): Awaitable<Row | null>
  /** The rows of one owner: a user's id, or for a verification token its identifier. */
  list(model: ModelName, owner: string): Awaitable<Row[]>
  /** An owned row and its user; one round trip wherever the engine can join. With `userOnly` the row has no fields. */
  findWithUser(
    model: ModelName,
    key: Key,
    options?: { readonly userOnly?: boolean },
  ): Awaitable<{ row: Row; user: Row } | null>
  /**
   * Changes only the given fields and returns the whole new row; never creates one.
   * Throws `conflict` when a unique field is taken, `not_found` when a new owner is missing.
   */
  update(model: ModelName, key: Key, patch: Patch, guard?: Guard): Awaitable<Row | Miss>
  /** Deletes and returns the row; of any number of callers one gets it. */
  take(model: ModelName, key: Key, guard?: Guard): Awaitable<Row | Miss>
  /** The user and all it owns: from the first effect on, no lookup returns any of it. */
  removeUser(id: string): Awaitable<Row | null>
}

/** What a store does for tools; the checked form that users call is `Upkeep` of the contract. */
export type StoreUpkeep = {
  /** Rows in order of the key, those after `after` alone. `by` is a declared key; `prefix` limits its first field. */
  page(model: ModelName, options: StorePage): Awaitable<Row[]>
  count(model: ModelName): Awaitable<number>
  /** Removes at most `limit` rows that expired by `now`, and returns how many. */
  sweep(model: ModelName, now: Date, limit: number): Awaitable<number>
}

export type StorePage = {
  readonly by: readonly string[]
  readonly after?: Key | undefined
  readonly limit: number
  readonly prefix?: string | undefined
}
