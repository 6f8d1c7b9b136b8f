import type { Column, Model } from "../../../contract/schema.ts"
import type { StorePage } from "../../../operations/store.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Step } from "../../../sql/driver.ts"
import type { Once } from "../../../sql/statement.ts"
import { toStorage } from "../../../sql/storage.ts"
import { afterKey, afterKeyValues } from "./after-key.ts"
import { findColumn } from "./columns.ts"
import { canUseIndex } from "./tables.ts"
import { all, buildComparison, buildTenantCondition, column, isNumbered, table } from "./text-parts.ts"

// The last character of Unicode: in byte order, it sorts after every character of an address.
const lastCharacter = "\u{10FFFF}"

/** Paging, counting and sweeping. */
export const compileUpkeep = (model: Model, dialect: Dialect, once: Once) => ({
  page({ by, after, limit, prefix }: StorePage, tenant: readonly string[]): Step {
    const range = prefix === undefined ? [] : [prefix, prefix + lastCharacter]
    const from = after
      ? afterKeyValues(
          dialect,
          by.map((field) => after[field] as string),
        )
      : []
    const text = once(
      `page ${by} ${range.length} ${from.length}`,
      () => pageText(dialect, model, by, after !== undefined, prefix !== undefined),
      false,
    )
    return [text, [...tenant, ...range, ...from, dialect.encode("integer", limit)]]
  },
  count: (tenant: readonly string[]): Step => [once("count", () => countText(dialect, model)), tenant],
  /** Deletes a batch of expired rows; with `from`, only those that expired then or later. */
  sweep(now: Date, limit: number, tenant: readonly string[], from?: Date): Step {
    const expiry = findColumn(model, model.expiry ?? "")
    const storage = toStorage(expiry)
    const values = [dialect.encode(storage, now), dialect.encode("integer", limit)]
    if (from) values.push(dialect.encode(storage, from))
    return [
      once(`sweep ${from !== undefined}`, () => sweepText(dialect, model, expiry, from !== undefined)),
      isNumbered(dialect) ? [...values, ...tenant] : [...tenant, ...values],
    ]
  },
})

/** One page in the order of a key. Its values: both ends of the prefix range, the last key, the limit. */
function pageText(
  dialect: Dialect,
  model: Model,
  by: readonly string[],
  after: boolean,
  prefix: boolean,
): string {
  const names = by.map((field) => column(dialect, model, field))
  // The range of a prefix is a range of bytes; in the order of a language it may be empty.
  const key = prefix ? names.map((name) => dialect.byteOrder?.(name) ?? name) : names
  const [first = ""] = key
  let position = 0
  const next = () => dialect.parameter(++position)
  const conditions = model.tenant ? [`${dialect.quote(model.tenant.column)} = ${next()}`] : []
  if (prefix) conditions.push(`${first} >= ${next()} AND ${first} < ${next()}`)
  if (after) conditions.push(afterKey(dialect, key, next))
  if (conditions.length === 0) conditions.push(`${first} IS NOT NULL`)
  return `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${conditions.join(" AND ")} ORDER BY ${key.join(", ")} LIMIT ${next()}`
}

const countText = (dialect: Dialect, model: Model): string =>
  `SELECT COUNT(*) FROM ${table(dialect, model)}${model.tenant ? ` WHERE ${dialect.quote(model.tenant.column)} = ${dialect.parameter(1)}` : ""}`

function sweepText(dialect: Dialect, model: Model, expiry: Column, continues: boolean): string {
  const [primary = []] = model.keys
  const storage = toStorage(expiry)
  const name = dialect.quote(expiry.column)
  const isOrdered = canUseIndex(expiry)
  const isExpired = buildComparison(dialect, name, "<=", dialect.parameter(1, storage), storage)
  const isLeft = continues
    ? ` AND ${buildComparison(dialect, name, ">=", dialect.parameter(3, storage), storage)}`
    : ""
  return dialect.sweep({
    table: table(dialect, model),
    key: primary.map((field) => column(dialect, model, field)),
    condition: buildTenantCondition(dialect, model, continues ? 4 : 3) + isExpired + isLeft,
    order: isOrdered ? ` ORDER BY ${name}` : "",
    expiry: name,
    last: isOrdered ? dialect.selectColumn(`max(${name})`, storage) : "NULL",
  })
}
