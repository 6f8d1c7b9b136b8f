import { isChange, match } from "../../contract/changes.ts"
import type { Owner } from "../../contract/models.ts"
import type { Column, Model } from "../../contract/schema.ts"
import type { Guard, Patch } from "../store.ts"
import { columnOf } from "./columns.ts"
import type { Dialect } from "./dialect.ts"

// Names are quoted and values are parameters, numbered in the order in which they appear.

/** `owner`, where given, is the expression for the column that says whose the row is. */
export function insertText(dialect: Dialect, model: Model, given: readonly Column[], owner?: string): string {
  const names = given.map((field) => dialect.quote(field.column))
  const values = given.map((_, at) => dialect.parameter(at + 1))
  if (owner && model.owner) {
    names.push(column(dialect, model, model.owner.field))
    values.push(owner)
  }
  return `INSERT INTO ${table(dialect, model)} (${names.join(", ")}) VALUES (${values.join(", ")})${returning(dialect, model)}`
}

export const findText = (dialect: Dialect, model: Model, key: readonly string[]): string =>
  `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${matching(dialect, model, key)}`

export const existsText = (dialect: Dialect, model: Model, key: readonly string[]): string =>
  `SELECT 1 FROM ${table(dialect, model)} WHERE ${matching(dialect, model, key)}`

export function findWithUserText(
  dialect: Dialect,
  model: Model,
  owner: Owner,
  key: readonly string[],
  user: Model,
): string {
  const on = `u.${column(dialect, user, owner.of)} = r.${column(dialect, model, owner.field)}`
  const from = `${table(dialect, model)} r JOIN ${table(dialect, user)} u ON ${on}`
  return `SELECT ${all(dialect, model, "r.")}, ${all(dialect, user, "u.")} FROM ${from} WHERE ${matching(dialect, model, key, 1, "r.")}`
}

export function updateText(
  dialect: Dialect,
  model: Model,
  key: readonly string[],
  patch: Patch,
  guard?: Guard,
): string {
  const set = Object.entries(patch).map(([field, value], at) =>
    changed(dialect, columnOf(model, field), value, at + 1),
  )
  const where =
    matching(dialect, model, key, set.length + 1) +
    guarded(dialect, model, guard, set.length + key.length + 1)
  return `UPDATE ${table(dialect, model)} SET ${set.join(", ")} WHERE ${where}${returning(dialect, model)}`
}

export function takeText(dialect: Dialect, model: Model, key: readonly string[], guard?: Guard): string {
  const where = matching(dialect, model, key) + guarded(dialect, model, guard, key.length + 1)
  return `DELETE FROM ${table(dialect, model)} WHERE ${where}${returning(dialect, model)}`
}

/** Deletes what a user, named by id, owns without a foreign key. */
export function disownText(dialect: Dialect, model: Model, owner: Owner, user: Model): string {
  const value = `SELECT ${column(dialect, user, owner.of)} FROM ${table(dialect, user)} WHERE ${matching(dialect, user, ["id"])}`
  return `DELETE FROM ${table(dialect, model)} WHERE ${column(dialect, model, owner.field)} = (${value})`
}

export function pageText(
  dialect: Dialect,
  model: Model,
  by: readonly string[],
  after: boolean,
  prefix: boolean,
): string {
  const names = by.map((field) => column(dialect, model, field))
  let nth = 0
  const next = () => dialect.parameter(++nth)
  const conditions = [
    prefix ? `${names[0]} >= ${next()} AND ${names[0]} < ${next()}` : `${names[0]} IS NOT NULL`,
  ]
  if (after) conditions.push(`(${names.join(", ")}) > (${names.map(next).join(", ")})`)
  const order = names.join(", ")
  return `SELECT ${all(dialect, model)} FROM ${table(dialect, model)} WHERE ${conditions.join(" AND ")} ORDER BY ${order} LIMIT ${next()}`
}

export const countText = (dialect: Dialect, model: Model): string =>
  `SELECT COUNT(*) FROM ${table(dialect, model)}`

export function sweepText(dialect: Dialect, model: Model, expiry: string): string {
  const [primary = []] = model.keys
  const key = primary.map((field) => column(dialect, model, field))
  return dialect.sweep(table(dialect, model), key, column(dialect, model, expiry))
}

const table = (dialect: Dialect, model: Model): string => dialect.quote(model.table)

const column = (dialect: Dialect, model: Model, field: string): string =>
  dialect.quote(columnOf(model, field).column)

const all = (dialect: Dialect, model: Model, from = ""): string =>
  model.fields.map((field) => from + dialect.quote(field.column)).join(", ")

const returning = (dialect: Dialect, model: Model): string => ` RETURNING ${all(dialect, model)}`

const matching = (dialect: Dialect, model: Model, fields: readonly string[], nth = 1, from = ""): string =>
  fields
    .map((field, at) => `${from}${column(dialect, model, field)} = ${dialect.parameter(nth + at)}`)
    .join(" AND ")

function guarded(dialect: Dialect, model: Model, guard: Guard | undefined, nth: number): string {
  if (!guard) return ""
  const test = guard.value === null ? "IS NULL" : `${guard.is} ${dialect.parameter(nth)}`
  return ` AND ${column(dialect, model, guard.field)} ${test}`
}

function changed(dialect: Dialect, field: Column, value: Patch[string], nth: number): string {
  const [name, given] = [dialect.quote(field.column), dialect.parameter(nth)]
  if (!isChange(value)) return `${name} = ${given}`
  return match(value, {
    increment: () => `${name} = ${name} + ${given}`,
    merge: () => `${name} = ${dialect.merged(name, given)}`,
  })
}
