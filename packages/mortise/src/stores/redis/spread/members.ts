import type { ModelName } from "../../../contract/models.ts"
import type { Key } from "../../../contract/rows.ts"
import type { StorePage } from "../../../operations/store.ts"
import { utf8 } from "../../../shared/bytes.ts"
import { bucketCount } from "./indexes.ts"
import type { SpreadParts } from "./spread-parts.ts"

// The largest code point: no text starts with the prefix and sorts after it.
const last = "\u{10ffff}"

/** The numbers of all buckets of an index. */
export const buckets: readonly number[] = Array.from({ length: bucketCount }, (_, bucket) => bucket)

/** The position after all members of a key. */
export const afterKey = (by: readonly string[], key: Key): string =>
  `(${by.map((part) => key[part]).join("\0")}\0${last}`

/** Returns a function that reads the first members of all buckets of an index after a position. */
export const createMembers =
  ({ keys, connection }: SpreadParts) =>
  async (model: ModelName, { by, limit, prefix }: StorePage, from: string): Promise<string[]> => {
    const to = prefix ? `(${prefix}${last}` : "+"
    const rest = [from, to, "LIMIT", "0", String(limit)]
    const found = await Promise.all(
      buckets.map((bucket) => connection.read("ZRANGEBYLEX", keys.order(model, by, bucket), ...rest)),
    )
    return (found.flat() as string[]).sort(compareBytes).slice(0, limit)
  }

/** The order of sorted sets. */
function compareBytes(a: string, b: string): number {
  const [left, right] = [utf8(a), utf8(b)]
  const length = Math.min(left.length, right.length)
  for (let nth = 0; nth < length; nth++)
    if (left[nth] !== right[nth]) return Number(left[nth]) - Number(right[nth])
  return left.length - right.length
}
