import type { ModelName } from "../../../contract/models.ts"
import type { Row } from "../../../contract/rows.ts"
import type { Store, StorePage, StoreUpkeep } from "../../../operations/store.ts"
import { utf8 } from "../../../shared/bytes.ts"
import { bucketCount, readMember } from "./indexes.ts"
import type { SpreadParts } from "./spread-parts.ts"

// The largest code point: no text starts with the prefix and sorts after it.
const last = "\u{10ffff}"
const sweptAtOnce = 50
const buckets = Array.from({ length: bucketCount }, (_, bucket) => bucket)

/** Paging, counting and sweeping by indexes that may contain rows that are gone: each row is read before it counts. */
export function createSpreadUpkeep(
  { schema, keys, connection, indexes }: SpreadParts,
  store: Store,
): StoreUpkeep {
  const primary = (name: ModelName) => schema.models[name].keys[0] ?? []

  /** The first members of all buckets after a position. */
  const members = async (
    name: ModelName,
    { by, limit, prefix }: StorePage,
    from: string,
  ): Promise<string[]> => {
    const to = prefix ? `(${prefix}${last}` : "+"
    const rest = [from, to, "LIMIT", "0", String(limit)]
    const found = await Promise.all(
      buckets.map((bucket) => connection.read("ZRANGEBYLEX", keys.order(name, by, bucket), ...rest)),
    )
    return (found.flat() as string[]).sort(compareBytes).slice(0, limit)
  }

  const sweepMember = async (name: ModelName, member: string, now: Date): Promise<number> => {
    const by = primary(name)
    const { key, nonce } = readMember(by, member)
    const { expiry = "" } = schema.models[name]
    const taken = await store.take(name, key, { field: expiry, is: "<=", value: now })
    if (taken !== "refused") {
      await indexes.dropMember(name, by, member)
      return 1
    }
    const row = await store.find(name, key)
    if (row) await indexes.expire(name, row, nonce)
    return 0
  }

  return {
    async page(name, options) {
      const { by, after, limit, prefix } = options
      const rows = new Map<string, Row>()
      let from = after ? `(${by.map((part) => after[part]).join("\0")}\0${last}` : prefix ? `[${prefix}` : "-"
      for (;;) {
        const found = await members(name, options, from)
        const read = await Promise.all(found.map((member) => store.find(name, readMember(by, member).key)))
        for (const row of read)
          if (row && rows.size < limit) rows.set(by.map((part) => row[part]).join("\0"), row)
        if (found.length < limit || rows.size === limit) return [...rows.values()]
        from = `(${found.at(-1)}`
      }
    },

    async count(name) {
      const counts = await Promise.all(
        buckets.map((bucket) => connection.read("ZCARD", keys.order(name, primary(name), bucket))),
      )
      return counts.reduce<number>((sum, count) => sum + Number(count), 0)
    },

    async sweep(name, now, limit) {
      let swept = 0
      for (const bucket of buckets)
        for (let isDone = false; !isDone && swept < limit; ) {
          const most = Math.min(sweptAtOnce, limit - swept)
          const range = ["-inf", String(now.getTime()), "LIMIT", "0", String(most)]
          const found = (await connection.read(
            "ZRANGEBYSCORE",
            keys.expiry(name, bucket),
            ...range,
          )) as string[]
          const counts = await Promise.all(found.map((member) => sweepMember(name, member, now)))
          swept += counts.reduce((sum, count) => sum + count, 0)
          isDone = found.length < most
        }
      return swept
    },
  }
}

/** The order of sorted sets. */
function compareBytes(a: string, b: string): number {
  const [left, right] = [utf8(a), utf8(b)]
  const length = Math.min(left.length, right.length)
  for (let nth = 0; nth < length; nth++)
    if (left[nth] !== right[nth]) return Number(left[nth]) - Number(right[nth])
  return left.length - right.length
}
