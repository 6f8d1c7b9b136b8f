import type { Kind } from "../../../contract/fields.ts"
import type { Owner } from "../../../contract/models.ts"
import type { Column, Model } from "../../../contract/schema.ts"
import { isChange, matchChange } from "../../../contract/stored-changes.ts"
import type { Guard, Patch } from "../../../operations/store.ts"
import type { Dialect } from "../dialect.ts"
import type { Bound } from "../driver.ts"
import { columnOf } from "./columns.ts"

const ofUser = "u."

// Names are quoted and values are parameters, numbered in the order in which they appear.

/** `owner`, where given, is the expression for the column that says whose the row is; `from` the first parameter. */
export function insertText(
  dialect: Dialect,
  model: Model,
  given: readonly Column[],
  owner?: string,
  from = 1,
): string {
  const names = given.map((field) => dialect.quote(field.column))
  const values = given.map(({ kind }, at) => dialect.parameter(from + at, kind))
  if (owner && model.owner) {
    names.push(column(dialect, model, model.owner.field))
    values.push(owner)
  }
  const into = `INSERT INTO ${table(dialect, model)} (${names.join(", ")}) VALUES (${values.join(", ")})`
  const { insert } = dialect.returning
  const returns = insert === "generated" ? model.fields.some(isGenerated) : insert
  return returns ? `${into} RETURNING ${all(dialect, model)}` : into
}

const isGenerated = ({ presence }: Column): boolean => presence === "generated"

/** Several inserts as one statement that returns all their rows side by side. */
export function insertAllText(inserts: readonly string[]): string {
  const parts = inserts.map((text, nth) => `i${nth} AS (${text})`)
  const rows = inserts.map((_, nth) => `i${nth}`)
  return `WITH ${parts.join(", ")} SELECT ${rows.map((row) => `${row}.*`).join(", ")} FROM ${rows.join(", ")}`
}

/** Deletes as one statement, of which the last one returns its row. All take the same parameters. */
export const removeAllText = (before: readonly string[], last: string): string =>
  `WITH ${before.map((text, nth) => `d${nth} AS (${text})`).join(", ")} ${last}`

export const findText = (dialect: Dialect, model: Model, key: readonly string[]): string =>
  `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${matching(dialect, model, key)}`

/** The row as it is now, and whether a guard holds on it: for engines that do not return what they change. */
export function findGuardedText(
  dialect: Dialect,
  model: Model,
  key: readonly string[],
  guard: Guard | undefined,
  lock = "",
): string {
  const holds = guard ? guarded(dialect, model, guard, 1).replace(" AND ", "") : "1 = 1"
  const from = guard && guard.value !== null ? 2 : 1
  return `SELECT ${all(dialect, model)}, ${holds} FROM ${table(dialect, model)} WHERE ${matching(dialect, model, key, from)}${lock}`
}

export const findWithUserText = (
  dialect: Dialect,
  model: Model,
  key: readonly string[],
  user: Model,
): string => `${withUser(dialect, model, user)} WHERE ${matching(dialect, model, key, 1, "r.")}`

/** The user of a row, without the row. */
export const findUserText = (dialect: Dialect, model: Model, key: readonly string[], user: Model): string =>
  `SELECT ${all(dialect, user, ofUser)} FROM ${ownedAndUser(dialect, model, user)} WHERE ${matching(dialect, model, key, 1, "r.")}`

/** The same for any of several values of one field, which so many parameters list. */
export const findAmongText = (
  dialect: Dialect,
  model: Model,
  field: string,
  user: Model,
  parameters: number,
): string =>
  dialect.among(
    {
      select: withUser(dialect, model, user),
      table: `${table(dialect, model)} r`,
      column: `r.${column(dialect, model, field)}`,
    },
    parameters,
  )

/** Also returns the values of what is set, which come before those of the key and the guard. */
export function updateText(
  dialect: Dialect,
  model: Model,
  key: readonly string[],
  patch: Patch,
  guard?: Guard,
): { text: string; values: Bound[] } {
  let nth = 0
  const set = Object.entries(patch).map(([field, value]) => {
    const { kind, column } = columnOf(model, field)
    return changed(dialect, dialect.quote(column), kind, value, () => dialect.parameter(++nth, kind))
  })
  const where = matching(dialect, model, key, nth + 1) + guarded(dialect, model, guard, nth + key.length + 1)
  const update = `UPDATE ${table(dialect, model)} SET ${set.map(({ text }) => text).join(", ")} WHERE ${where}`
  return {
    text: dialect.returning.update ? `${update} RETURNING ${all(dialect, model)}` : update,
    values: set.flatMap(({ values }) => values),
  }
}

export function takeText(dialect: Dialect, model: Model, key: readonly string[], guard?: Guard): string {
  const where = matching(dialect, model, key) + guarded(dialect, model, guard, key.length + 1)
  const remove = `DELETE FROM ${table(dialect, model)} WHERE ${where}`
  return dialect.returning.delete ? `${remove} RETURNING ${all(dialect, model)}` : remove
}

/** Deletes what a user, named by id, owns without a foreign key. */
export function disownText(dialect: Dialect, model: Model, owner: Owner, user: Model): string {
  const value = `SELECT ${column(dialect, user, owner.of)} FROM ${table(dialect, user)} WHERE ${matching(dialect, user, ["id"])}`
  return `DELETE FROM ${table(dialect, model)} WHERE ${column(dialect, model, owner.field)} = (${value})`
}

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

function withUser(dialect: Dialect, model: Model, user: Model): string {
  return `SELECT ${all(dialect, model, "r.")}, ${all(dialect, user, ofUser)} FROM ${ownedAndUser(dialect, model, user)}`
}

function ownedAndUser(dialect: Dialect, model: Model, user: Model): string {
  const { of, field } = model.owner as Owner
  const on = `u.${column(dialect, user, of)} = r.${column(dialect, model, field)}`
  return `${table(dialect, model)} r JOIN ${table(dialect, user)} u ON ${on}`
}

const table = (dialect: Dialect, model: Model): string => dialect.quote(model.table)

const column = (dialect: Dialect, model: Model, field: string): string =>
  dialect.quote(columnOf(model, field).column)

const all = (dialect: Dialect, model: Model, from = ""): string =>
  model.fields.map((field) => selected(dialect, field, from)).join(", ")

// No column has a dot in its name, so what comes from a user shares no name with what the user owns.
function selected(dialect: Dialect, { column, kind }: Column, from: string): string {
  const place = from + dialect.quote(column)
  const value = dialect.selected(place, kind)
  const isNamed = value === place && from !== ofUser
  return isNamed || !dialect.namesColumns
    ? value
    : `${value} AS ${dialect.quote(from === ofUser ? ofUser + column : column)}`
}

const matching = (dialect: Dialect, model: Model, fields: readonly string[], nth = 1, from = ""): string =>
  fields
    .map((field, at) => `${from}${column(dialect, model, field)} = ${dialect.parameter(nth + at)}`)
    .join(" AND ")

function guarded(dialect: Dialect, model: Model, guard: Guard | undefined, nth: number): string {
  if (!guard) return ""
  const { kind, column } = columnOf(model, guard.field)
  const test = guard.value === null ? "IS NULL" : `${guard.is} ${dialect.parameter(nth, kind)}`
  const name = dialect.quote(column)
  return ` AND ${kind === "text" ? (dialect.exact?.(name) ?? name) : name} ${test}`
}

function changed(dialect: Dialect, name: string, kind: Kind, value: Patch[string], parameter: () => string) {
  if (!isChange(value)) return { text: `${name} = ${parameter()}`, values: [dialect.encode(kind, value)] }
  return matchChange(value, {
    increment: (by) => ({ text: `${name} = ${name} + ${parameter()}`, values: [by] }),
    merge: (members) => {
      const { text, values } = dialect.merged(name, members, parameter)
      return { text: `${name} = ${text}`, values }
    },
  })
}
