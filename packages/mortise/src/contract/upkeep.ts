import type { ModelName } from "./models.ts"
import type { Key } from "./rows.ts"
import type { ExtraFields } from "./schema.ts"
import type { Rows } from "./types.ts"

/** Which rows a page contains. */
export type PageOptions = {
  /** Where the page starts: `next` of the previous page. */
  readonly after?: Key
  /** 1 to 1,000 rows. Default: 100. */
  readonly limit?: number
  /** Only for users: restricts the page to email addresses that start with this text, in the order of the addresses. */
  readonly prefix?: string
}

/** One page, and where the next one starts; `null` on the last page. */
export type Page<T> = { rows: T[]; next: Key | null }

/** The options of a sweep. */
export type SweepOptions = {
  /** Deletes rows that expired at or before this time. Default: the current time. */
  readonly now?: Date
  /** Maximum number of rows deleted by one call, over all models. Default: 1,000. */
  readonly limit?: number
}

/** Which users a repair checks. */
export type RepairOptions = Pick<PageOptions, "after" | "limit">

/** What a repair found, and where the next one starts; `next` is `null` after the last user. */
export type RepairReport = {
  readonly checked: number
  /** The number of users that can be found by their email address again. */
  readonly restored: number
  /** Pairs of users, by id, that have the same email address: decide which of them keeps it. */
  readonly duplicates: readonly { readonly id: string; readonly other: string }[]
  /** The number of removed users whose rows were still stored, and are now deleted. */
  readonly finishedRemovals: number
  readonly next: Key | null
}

/** Functions for tools: page through rows, count them, delete expired ones. */
export type Upkeep<X extends ExtraFields = object> = {
  page<M extends ModelName>(model: M, options?: PageOptions): Promise<Page<Rows<X>[M]>>
  count(model: ModelName): Promise<number>
  /**
   * Deletes expired sessions, tokens and slots; returns their number. Fewer than `limit` means that none are left. On
   * Redis, also deletes what interrupted calls left behind; each of these calls counts as one. With `split`, also looks
   * at 100 users of the sessions half, and deletes those that the users half does not have.
   */
  sweep(options?: SweepOptions): Promise<number>
  /**
   * Only on Redis Cluster: repairs what a failover that lost changes leaves. Users whose email address was lost can be
   * found by it again, and users that share an address are reported. Also deletes what interrupted calls left behind,
   * and the rows of removed users that `deleteUser` could not delete.
   */
  readonly repair?: (options?: RepairOptions) => Promise<RepairReport>
}
