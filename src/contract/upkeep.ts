import type { ModelName } from "./models.ts"
import type { Key } from "./rows.ts"
import type { ExtraFields } from "./schema.ts"
import type { Rows } from "./types.ts"

/** Which rows a page holds. */
export type PageOptions = {
  /** The key of the last row of the page before: `next` of its answer. */
  readonly after?: Key
  /** 1 to 1,000 rows; 100 unless said. */
  readonly limit?: number
  /** Users alone, by email: those whose address starts with it, in order of the address. */
  readonly prefix?: string
}

/** One page, and where the next one starts; `null` after the last. */
export type Page<T> = { rows: T[]; next: Key | null }

/** What a sweep removes. */
export type SweepOptions = {
  /** What has expired by this time goes; the present unless said. */
  readonly now?: Date
  /** Most rows that go in one call, over all models; 1,000 unless said. */
  readonly limit?: number
}

/** What tools need: paging through rows, counting them, sweeping expired ones. */
export type Upkeep<X extends ExtraFields = object> = {
  page<M extends ModelName>(model: M, options?: PageOptions): Promise<Page<Rows<X>[M]>>
  count(model: ModelName): Promise<number>
  /** Removes expired sessions, tokens and slots; returns how many. Fewer than `limit` means none are left. */
  sweep(options?: SweepOptions): Promise<number>
}
