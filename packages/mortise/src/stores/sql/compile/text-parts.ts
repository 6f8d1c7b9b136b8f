import type { Column, Model } from "../../../contract/schema.ts"
import type { Guard } from "../../../operations/store.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import { type Storage, toStorage } from "../../../sql/storage.ts"
import { findColumn } from "./columns.ts"
import { foldedFields, listConditions } from "./key-and-guard.ts"

// The parts that statements share. Names are quoted; values are parameters, numbered in order of appearance.

/** The alias of the users table in a join. */
export const ofUser = "u."

export const table = (dialect: Dialect, model: Model): string => dialect.quoteTable(model.table)

export const column = (dialect: Dialect, model: Model, field: string): string =>
  dialect.quote(findColumn(model, field).column)

export const all = (dialect: Dialect, model: Model, from = ""): string =>
  model.fields.map((field) => buildSelection(dialect, field, from)).join(", ")

// Column names contain no dot, so the prefix keeps the user's columns apart from the row's.
function buildSelection(dialect: Dialect, field: Column, from: string): string {
  const { column } = field
  const place = from + dialect.quote(column)
  const value = dialect.selectColumn(place, toStorage(field))
  const isNamed = value === place && from !== ofUser
  return isNamed || !dialect.namesColumns
    ? value
    : `${value} AS ${dialect.quote(from === ofUser ? ofUser + column : column)}`
}

/** A condition on a key; `keyValues` returns the values that it binds. */
export const buildKeyCondition = (
  dialect: Dialect,
  model: Model,
  fields: readonly string[],
  position = 1,
  from = "",
): string => {
  const names = fields.map((field) => from + column(dialect, model, field))
  const bytes = foldedFields(dialect, model, fields).map(
    (field) => dialect.asBytes?.(from + column(dialect, model, field)) ?? "",
  )
  return [...names, ...bytes].map((name, at) => `${name} = ${dialect.parameter(position + at)}`).join(" AND ")
}

export function buildGuardCondition(
  dialect: Dialect,
  model: Model,
  guard: Guard | undefined,
  position: number,
): string {
  let next = position
  return listConditions(guard)
    .map(({ field, is, value }) => {
      const column = findColumn(model, field)
      const name = dialect.quote(column.column)
      if (value === null) return ` AND ${name} IS NULL`
      const storage = toStorage(column)
      const left = column.kind === "text" ? (dialect.asBytes?.(name) ?? name) : name
      return ` AND ${buildComparison(dialect, left, is, dialect.parameter(next++, storage), storage)}`
    })
    .join("")
}

/** Whether parameters are numbered, so that their values can have any order and one of them can be used twice. */
export const isNumbered = ({ parameter }: Dialect): boolean => parameter(1) !== parameter(2)

/** A condition on the tenant and what follows it; empty without tenants. */
export const buildTenantCondition = (dialect: Dialect, { tenant }: Model, position: number): string =>
  tenant ? `${dialect.quote(tenant.column)} = ${dialect.parameter(position)} AND ` : ""

/** A comparison of a column with a parameter. Texts that hold milliseconds differ in length: they are compared as numbers. */
export function buildComparison(
  dialect: Dialect,
  column: string,
  operator: Guard["is"] | ">=",
  parameter: string,
  storage: Storage,
): string {
  const side = storage === "milliseconds_date" ? dialect.asInteger : (expression: string) => expression
  return `${side(column)} ${operator} ${side(parameter)}`
}
