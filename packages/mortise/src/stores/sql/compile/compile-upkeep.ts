import type { Column, Model } from "../../../contract/schema.ts"
import type { StorePage } from "../../../operations/store.ts"
import type { Dialect } from "../dialect.ts"
import type { Step } from "../driver.ts"
import { storageOf } from "../storage.ts"
import { columnOf } from "./columns.ts"
import type { Once } from "./statement.ts"
import { all, column, compared, table } from "./text-parts.ts"

// The last character of Unicode: in byte order, it sorts after every character of an address.
const lastCharacter = "\u{10FFFF}"

/** Paging, counting and sweeping. */
export const compileUpkeep = (model: Model, dialect: Dialect, once: Once) => ({
  page({ by, after, limit, prefix }: StorePage): Step {
    const range = prefix === undefined ? [] : [prefix, prefix + lastCharacter]
    const [first, second] = after ? by.map((field) => after[field] as string) : []
    const from = [first, second && first, second].filter((part) => part !== undefined)
    const text = once(
      `page ${by} ${range.length} ${from.length}`,
      () => pageText(dialect, model, by, after !== undefined, prefix !== undefined),
      false,
    )
    return [text, [...range, ...from, dialect.encode("integer", limit)]]
  },
  count: (): Step => [once("count", () => countText(dialect, model)), []],
  sweep: (now: Date, limit: number): Step => [
    once("sweep", () => sweepText(dialect, model, columnOf(model, model.expiry ?? ""))),
    [dialect.encode(storageOf(columnOf(model, model.expiry ?? "")), now), dialect.encode("integer", limit)],
  ],
})

/**
 * One page in the order of a key. Its values: both ends of the prefix range, the first field of the last key (twice
 * if the key has a second field), the second field, the limit.
 */
function pageText(
  dialect: Dialect,
  model: Model,
  by: readonly string[],
  after: boolean,
  prefix: boolean,
): string {
  const [named = "", second] = by.map((field) => column(dialect, model, field))
  // The range of a prefix is a range of bytes; in the order of a language it may be empty.
  const first = prefix ? (dialect.byteOrder?.(named) ?? named) : named
  let nth = 0
  const next = () => dialect.parameter(++nth)
  const conditions = [prefix ? `${first} >= ${next()} AND ${first} < ${next()}` : `${first} IS NOT NULL`]
  // Not a comparison of pairs: some engines would not use the index for it.
  if (after)
    conditions.push(
      second
        ? `${first} >= ${next()} AND (${first} > ${next()} OR ${second} > ${next()})`
        : `${first} > ${next()}`,
    )
  const order = second ? `${first}, ${second}` : first
  return `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${conditions.join(" AND ")} ORDER BY ${order} LIMIT ${next()}`
}

const countText = (dialect: Dialect, model: Model): string => `SELECT COUNT(*) FROM ${table(dialect, model)}`

function sweepText(dialect: Dialect, model: Model, expiry: Column): string {
  const [primary = []] = model.keys
  const key = primary.map((field) => column(dialect, model, field))
  const storage = storageOf(expiry)
  const isExpired = compared(
    dialect,
    dialect.quote(expiry.column),
    "<=",
    dialect.parameter(1, storage),
    storage,
  )
  return dialect.sweep(table(dialect, model), key, isExpired)
}
