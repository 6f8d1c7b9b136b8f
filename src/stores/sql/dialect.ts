import type { ErrorCode } from "../../contract/errors.ts"
import type { Kind } from "../../contract/fields.ts"
import type { Value } from "../../contract/rows.ts"
import type { Column, Model } from "../../contract/schema.ts"
import type { Bound } from "./driver.ts"

/** What an engine's error says, in our words. */
export type Violation =
  /** A unique key is taken, told by its columns or by its name. */
  | {
      readonly taken:
        | { readonly table: string; readonly columns: readonly string[] }
        | { readonly key: string }
    }
  /** The user that the row is to belong to is missing. */
  | { readonly ownerMissing: true }
  /** `detail` is added to the cause, and must hold no value. */
  | { readonly code: ErrorCode; readonly detail?: string }

/** What tells one SQL engine from another. */
export type Dialect = {
  readonly name: string
  quote(identifier: string): string
  /** The nth parameter, from 1. */
  parameter(nth: number): string
  /** The column type of a field. */
  type(column: Column, ids: "given" | "serial" | "uuid"): string
  encode(kind: Kind, value: Value): Bound
  decode(kind: Kind, stored: unknown): Value
  /** The new value of a JSON column when members, given as one parameter, are merged into it. */
  merged(column: string, parameter: string): string
  /** The id that the database made for the user inserted just before, when `previous` was inserted last. */
  lastUserId(user: Model, previous: Model): string
  /** Deletes at most as many rows as the second parameter says, of those that expired by the first. */
  sweep(table: string, key: readonly string[], expiry: string): string
  violation(error: unknown): Violation | undefined
}
