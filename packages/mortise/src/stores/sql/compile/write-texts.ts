import type { Owner } from "../../../contract/models.ts"
import type { Column, Model } from "../../../contract/schema.ts"
import { isChange, matchChange } from "../../../contract/stored-changes.ts"
import type { Guard, Patch } from "../../../operations/store.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Bound } from "../../../sql/driver.ts"
import { type Storage, toStorage } from "../../../sql/storage.ts"
import { findColumn } from "./columns.ts"
import {
  all,
  buildGuardCondition,
  buildKeyCondition,
  buildTenantCondition,
  column,
  table,
} from "./text-parts.ts"

/** `owner` is the expression for the owner's column, if it is not a parameter; `from` is the first parameter. */
export function insertText(
  dialect: Dialect,
  model: Model,
  fields: readonly Column[],
  owner?: string,
  from = 1,
): string {
  const names = fields.map((field) => dialect.quote(field.column))
  const values = fields.map((field, at) => dialect.parameter(from + at, toStorage(field)))
  if (owner && model.owner) {
    names.push(column(dialect, model, model.owner.field))
    values.push(owner)
  }
  const into = `INSERT INTO ${table(dialect, model)} (${names.join(", ")}) VALUES (${values.join(", ")})`
  const { insert } = dialect.returning
  const returns = insert === "generated" ? model.fields.some(isFilledByDatabase) : insert
  return returns ? `${into} RETURNING ${all(dialect, model)}` : into
}

const isFilledByDatabase = ({ presence, databaseDefault }: Column): boolean =>
  presence === "generated" || databaseDefault === true

/** Several inserts as one statement that returns their rows as one wide row. */
export function insertAllText(inserts: readonly string[]): string {
  const parts = inserts.map((text, index) => `i${index} AS (${text})`)
  const rows = inserts.map((_, index) => `i${index}`)
  return `WITH ${parts.join(", ")} SELECT ${rows.map((row) => `${row}.*`).join(", ")} FROM ${rows.join(", ")}`
}

/** Several deletes as one statement that returns the row of the last one. All of them use the same parameters. */
export const deleteAllText = (before: readonly string[], last: string): string =>
  `WITH ${before.map((text, index) => `d${index} AS (${text})`).join(", ")} ${last}`

/** An update and the values that it sets; the values of the key and the guard follow them. */
export function updateText(
  dialect: Dialect,
  model: Model,
  key: readonly string[],
  patch: Patch,
  guard?: Guard,
): { text: string; values: Bound[] } {
  let position = 0
  const set = Object.entries(patch).map(([field, value]) => {
    const column = findColumn(model, field)
    const storage = toStorage(column)
    const parameter = () => dialect.parameter(++position, storage)
    return buildAssignment(dialect, dialect.quote(column.column), storage, value, parameter)
  })
  const where =
    buildKeyCondition(dialect, model, key, position + 1) +
    buildGuardCondition(dialect, model, guard, position + key.length + 1)
  const update = `UPDATE ${table(dialect, model)} SET ${set.map(({ text }) => text).join(", ")} WHERE ${where}`
  return {
    text: dialect.returning.update ? `${update} RETURNING ${all(dialect, model)}` : update,
    values: set.flatMap(({ values }) => values),
  }
}

export function takeText(dialect: Dialect, model: Model, key: readonly string[], guard?: Guard): string {
  const where =
    buildKeyCondition(dialect, model, key) + buildGuardCondition(dialect, model, guard, key.length + 1)
  const remove = `DELETE FROM ${table(dialect, model)} WHERE ${where}`
  return dialect.returning.delete ? `${remove} RETURNING ${all(dialect, model)}` : remove
}

/** Deletes the rows that a user, given by id, owns. */
export function deleteOwnedText(
  dialect: Dialect,
  model: Model,
  owner: Owner,
  user: Model,
  isFolded: boolean,
): string {
  const userColumn = column(dialect, user, owner.of)
  const value = `SELECT ${isFolded ? dialect.lower(userColumn) : userColumn} FROM ${table(dialect, user)} WHERE ${buildKeyCondition(dialect, user, user.keys[0] as readonly string[])}`
  return `DELETE FROM ${table(dialect, model)} WHERE ${buildTenantCondition(dialect, model, 1)}${column(dialect, model, owner.field)} = (${value})`
}

function buildAssignment(
  dialect: Dialect,
  name: string,
  storage: Storage,
  value: Patch[string],
  parameter: () => string,
) {
  if (!isChange(value)) return { text: `${name} = ${parameter()}`, values: [dialect.encode(storage, value)] }
  return matchChange(value, {
    increment: (by) => ({ text: `${name} = ${name} + ${parameter()}`, values: [by] }),
    merge: (members) => {
      const { text, values } = dialect.mergeJson(name, members, parameter)
      return { text: `${name} = ${text}`, values }
    },
  })
}
