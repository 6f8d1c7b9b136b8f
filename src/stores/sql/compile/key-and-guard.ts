import type { Key } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import type { Guard } from "../../../operations/store.ts"
import type { Dialect } from "../dialect.ts"
import type { Bound } from "../driver.ts"
import { storageOf } from "../storage.ts"
import { columnOf } from "./columns.ts"

/** The entry for a key, in a list with one entry per key of the model. */
export const ofKey = <T extends { readonly first: string }>(entries: readonly T[], key: Key): T =>
  entries.find(({ first }) => first in key) ?? (entries[0] as T)

/** What a guard contributes to the signature of a statement: its field and operator. */
export const guardSignature = (guard: Guard | undefined): string =>
  guard ? `${guard.field} ${guard.value === null ? "null" : guard.is}` : ""

/** The values that a guard binds: one, or none when it tests for null. */
export const guardValue = (dialect: Dialect, model: Model, guard: Guard | undefined): Bound[] =>
  guard && guard.value !== null ? [dialect.encode(storageOf(columnOf(model, guard.field)), guard.value)] : []
