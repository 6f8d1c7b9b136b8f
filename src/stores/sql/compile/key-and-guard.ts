import type { Key } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import type { Guard } from "../../../operations/store.ts"
import type { Dialect } from "../dialect.ts"
import type { Bound } from "../driver.ts"
import { columnOf } from "./columns.ts"

/** Of what was made for each key of a model, what is for this one. */
export const ofKey = <T extends { readonly first: string }>(each: readonly T[], key: Key): T =>
  each.find(({ first }) => first in key) ?? (each[0] as T)

export const guardSignature = (guard: Guard | undefined): string =>
  guard ? `${guard.field} ${guard.value === null ? "null" : guard.is}` : ""

export const guardValue = (dialect: Dialect, model: Model, guard: Guard | undefined): Bound[] =>
  guard && guard.value !== null ? [dialect.encode(columnOf(model, guard.field).kind, guard.value)] : []
