import type { Key } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import type { Guard } from "../../../operations/store.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import type { Bound } from "../../../sql/driver.ts"
import { toStorage } from "../../../sql/storage.ts"
import { findColumn } from "./columns.ts"

/**
 * A key's fields whose bytes are compared too, because their collation may treat different texts as equal. Ids are
 * generated and differ in more than their case.
 */
export const foldedFields = (
  { asBytes }: Dialect,
  model: Model,
  fields: readonly string[],
): readonly string[] =>
  model.keysFold && asBytes ? fields.filter((field) => findColumn(model, field).form !== "id") : []

/** The values that the condition on a key binds. */
export function keyValues(dialect: Dialect, model: Model, key: Key): Bound[] {
  const values = Object.values(key)
  if (!model.keysFold) return values
  return [...values, ...foldedFields(dialect, model, Object.keys(key)).map((field) => key[field] as string)]
}

/** What a guard contributes to a statement's signature: its fields and operators. */
export const guardSignature = (guard: Guard | undefined): string =>
  listConditions(guard)
    .map(({ field, is, value }) => `${field} ${value === null ? "null" : is}`)
    .join(" and ")

/** The values that a guard binds: one per condition, except for those that test for null. */
export const guardValues = (dialect: Dialect, model: Model, guard: Guard | undefined): Bound[] =>
  listConditions(guard).flatMap(({ field, value }) =>
    value === null ? [] : [dialect.encode(toStorage(findColumn(model, field)), value)],
  )

/** A guard's conditions, in order. */
export function listConditions(guard: Guard | undefined): readonly Guard[] {
  return guard ? [guard, ...listConditions(guard.and)] : []
}
