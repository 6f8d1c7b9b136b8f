import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Store, StorePage, StoreUpkeep } from "../../../operations/store.ts"

// The largest code point: no text starts with a prefix and sorts after the prefix with it.
export const last = "\u{10ffff}"

/** Reads the first members of an index from a position. */
export type ReadMembers = (model: ModelName, page: StorePage, from: string) => Promise<string[]>

/** The arguments of ZRANGEBYLEX for the members of a page from a position. */
export const toRange = ({ prefix, limit }: StorePage, from: string): readonly string[] => [
  from,
  prefix ? `(${prefix}${last}` : "+",
  "LIMIT",
  "0",
  String(limit),
]

/** The text of a key at the start of its members. */
export const joinKey = (by: readonly string[], key: Readonly<Row>): string =>
  by.map((part) => key[part]).join("\0")

/** The key that a member starts with. */
export function splitKey(by: readonly string[], member: string): Key {
  const parts = member.split("\0")
  return Object.fromEntries(by.map((part, index) => [part, parts[index] as string]))
}

/**
 * Pages by an index. A row that is gone can have a member until a sweep removes it, so a page may need several reads.
 * `afterKey` is the position after all members of a key.
 */
export const createPage =
  (
    find: Store["find"],
    readMembers: ReadMembers,
    afterKey: (by: readonly string[], key: Key) => string,
  ): StoreUpkeep["page"] =>
  async (model, page) => {
    const { by, after, limit, prefix } = page
    const rows = new Map<string, Row>()
    let from = after ? afterKey(by, after) : prefix ? `[${prefix}` : "-"
    for (;;) {
      const batch = await readMembers(model, page, from)
      const read = await Promise.all(batch.map((member) => find(model, splitKey(by, member))))
      for (const row of read) if (row && rows.size < limit) rows.set(joinKey(by, row), row)
      if (batch.length < limit || rows.size === limit) return [...rows.values()]
      from = `(${batch.at(-1)}`
    }
  }
