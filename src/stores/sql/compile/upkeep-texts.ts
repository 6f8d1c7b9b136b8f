import type { Model } from "../../../contract/schema.ts"
import type { Dialect } from "../dialect.ts"
import { all, column, table } from "./text-parts.ts"

/** Its values: the range of the prefix, the first part of the key (twice where there is a second), the second, the limit. */
export function pageText(
  dialect: Dialect,
  model: Model,
  by: readonly string[],
  after: boolean,
  prefix: boolean,
): string {
  const [first = "", second] = by.map((field) => column(dialect, model, field))
  let nth = 0
  const next = () => dialect.parameter(++nth)
  const conditions = [prefix ? `${first} >= ${next()} AND ${first} < ${next()}` : `${first} IS NOT NULL`]
  // Written out because not every engine finds a comparison of pairs in an index.
  if (after)
    conditions.push(
      second
        ? `${first} >= ${next()} AND (${first} > ${next()} OR ${second} > ${next()})`
        : `${first} > ${next()}`,
    )
  const order = second ? `${first}, ${second}` : first
  return `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${conditions.join(" AND ")} ORDER BY ${order} LIMIT ${next()}`
}

export const countText = (dialect: Dialect, model: Model): string =>
  `SELECT COUNT(*) FROM ${table(dialect, model)}`

export function sweepText(dialect: Dialect, model: Model, expiry: string): string {
  const [primary = []] = model.keys
  const key = primary.map((field) => column(dialect, model, field))
  return dialect.sweep(table(dialect, model), key, column(dialect, model, expiry))
}
