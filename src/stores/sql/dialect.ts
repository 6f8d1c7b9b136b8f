import type { ErrorCode } from "../../contract/errors.ts"
import type { Json, Kind } from "../../contract/fields.ts"
import type { Value } from "../../contract/rows.ts"
import type { Column, Model } from "../../contract/schema.ts"
import type { Bound } from "./driver.ts"

/** What an engine's error says, in our words. */
export type Violation =
  /** A unique key is taken, told by its columns, by its name, or as one text, `table.column, table.column`. */
  | { readonly taken: TakenKey }
  /** The user that the row is to belong to is missing. */
  | { readonly ownerMissing: true }
  /** `detail` is added to the cause, and must hold no value. */
  | { readonly code: ErrorCode; readonly detail?: string }

export type TakenKey =
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly key: string; readonly table?: string }
  | { readonly names: string }

export type Members = Readonly<Record<string, Json>>

/** A `SELECT` without a condition, and the column that its condition is to be about. */
export type WhereIn = { readonly select: string; readonly table: string; readonly column: string }

/** What tells one SQL engine from another. */
export type Dialect = {
  readonly name: string
  quote(identifier: string): string
  /** The nth parameter, from 1, for a value of a kind. */
  parameter(nth: number, kind?: Kind): string
  /** What is selected of a column so that `decode` reads it exactly, whatever the settings of the session. */
  selected(column: string, kind: Kind): string
  /** Whether every column that is selected has a name of its own, for clients that are quickest at rows by name. */
  readonly namesColumns?: true
  /** A text column that is no key as the bytes that a guard compares, where the engine would compare otherwise. */
  asBytes?(column: string): string
  /** Which statements return the row that they changed; an insert perhaps only where the database made a part of it. */
  readonly returning: {
    readonly insert: boolean | "generated"
    readonly update: boolean
    readonly delete: boolean
  }
  /** The column type of a field. */
  type(column: Column, ids: "given" | "serial" | "uuid"): string
  encode(kind: Kind, value: Value): Bound
  decode(kind: Kind, stored: unknown): Value
  /** The new value of a JSON column when members are set in it, or removed where they are null. */
  mergeJson(column: string, members: Members, parameter: () => string): { text: string; values: Bound[] }
  /** Whether one statement may hold several writes: `WITH i0 AS (INSERT …), i1 AS (INSERT …) SELECT …`. */
  readonly combinesWrites: boolean
  /** The id that the database made for the user inserted just before, when `previous` was inserted last. */
  insertedUserId(user: Model, previous: Model): string
  /** What is to be run after the user was inserted, so that `lastUserId` finds it. */
  readonly saveInsertedUserId?: string
  /** Several values as the parameters of `among`. */
  whereInValues(values: readonly string[]): Bound[]
  /** Selects the rows whose column holds one of the values that so many parameters list. */
  whereIn(rows: WhereIn, parameters: number): string
  /** Deletes at most as many rows as the second parameter says, of those that expired by the first. */
  sweep(table: string, key: readonly string[], expiry: string): string
  violation(error: unknown): Violation | undefined
}
