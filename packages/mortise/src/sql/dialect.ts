import type { ErrorCode } from "../contract/errors.ts"
import type { Json } from "../contract/fields.ts"
import type { Value } from "../contract/rows.ts"
import type { EngineName } from "../schema/engine-name.ts"
import type { Bound } from "./driver.ts"
import type { Storage } from "./storage.ts"
import type { DeclaredColumn } from "./tables/table-spec.ts"

/** What an engine's error means. */
export type Violation =
  /** A unique key is taken: given by its columns, by its name, or as one text, `table.column, table.column`. */
  | { readonly taken: TakenKey }
  /** A foreign key is violated: what the row refers to does not exist, or another row refers to it. */
  | { readonly brokenReference: true }
  /** A `NOT NULL` column got null or no value. */
  | { readonly emptyColumn: string; readonly table?: string | undefined; readonly detail?: string }
  /** A table or a column does not exist; `name` is absent if the engine's message does not contain it. */
  | { readonly missing: "table" | "column"; readonly name?: string | undefined; readonly detail: string }
  /** `detail` is added to the cause and must not contain a value. `message` replaces that of the code. */
  | { readonly code: ErrorCode; readonly detail?: string; readonly message?: string }

export type TakenKey =
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly key: string; readonly table?: string }
  | { readonly names: string }

export type Members = Readonly<Record<string, Json>>

/** A `SELECT` without a condition, and the column to compare with a list of values. */
export type WhereIn = {
  readonly select: string
  readonly table: string
  readonly column: string
  /** The column of the tenant, if each value has one. */
  readonly tenant?: string | undefined
}

/** A column that holds an id. The name of its table is quoted. */
export type IdPlace = { readonly quotedTable: string; readonly column: string }

/** A batch of expired rows to delete. */
export type SweepBatch = {
  readonly table: string
  readonly key: readonly string[]
  /** Which rows: the first parameter is the time, the second the most rows, the third the start of the batch. */
  readonly condition: string
  /** ` ORDER BY` the expiry, or empty if no index is in its order. */
  readonly order: string
  readonly expiry: string
  /** Selects the last expiry of the batch. */
  readonly last: string
}

/** One engine's SQL: everything that differs from the other engines. */
export type Dialect = {
  readonly name: string
  /** The engine whose tables a preset describes. */
  readonly family: EngineName
  quote(identifier: string): string
  /** A table's name in a statement, with its schema if the statement names one. */
  quoteTable(table: string): string
  /** The nth parameter, from 1, for a value in its representation. Default: text. */
  parameter(position: number, storage?: Storage): string
  /** What is selected for a column, so that `decode` reads it exactly, whatever the connection's settings. */
  selectColumn(column: string, storage: Storage): string
  /** Text that holds a whole number, as a number that can be compared. */
  asInteger(expression: string): string
  /** Gives every selected column a unique name, for clients that are fastest with rows as objects. */
  readonly namesColumns?: true
  /** A text column as bytes, for guards on engines whose collations compare text more loosely. */
  asBytes?(column: string): string
  /** A text column in the order of its bytes, on engines that order it by a language. An index in this order is used. */
  byteOrder?(column: string): string
  /** A text column in lower case, compared as bytes. */
  lower(column: string): string
  /** Whether an index can be made on `lower`. */
  readonly indexesLower: boolean
  /** Which statements return the row that they changed. `"generated"`: an insert does so only if the database fills columns. */
  readonly returning: {
    readonly insert: boolean | "generated"
    readonly update: boolean
    readonly delete: boolean
  }
  /** The column type of a field. */
  type(column: DeclaredColumn, ids: "given" | "serial" | "uuid"): string
  encode(storage: Storage, value: Value): Bound
  decode(storage: Storage, stored: unknown): Value
  /** The new value of a JSON column after setting some members; those that are null are removed. */
  mergeJson(column: string, members: Members, parameter: () => string): { text: string; values: Bound[] }
  /** Whether one statement can contain several writes: `WITH i0 AS (INSERT …), i1 AS (INSERT …) SELECT …`. */
  readonly combinesWrites: boolean
  /**
   * An expression for the id that the database generated for the first row of a transaction: it is in the columns
   * `first` and, of the row that was inserted last, `last`.
   */
  insertedId(first: IdPlace, last: IdPlace): string
  /** A statement to run right after the first insert, so that `insertedId` finds the id. */
  readonly saveInsertedId?: string
  /** Several values as the parameters of `whereIn`. */
  whereInValues(...lists: readonly [values: readonly string[], ...tenants: (readonly string[])[]]): Bound[]
  /** Selects the rows whose column equals one of the values, which are bound as `parameters` parameters. */
  whereIn(lookup: WhereIn, parameters: number): string
  /** Whether `(a, b) > (x, y)` is a range of an index. Where it is not, its expanded form is one. */
  readonly comparesPairs: boolean
  /** Deletes a batch of expired rows. With `sweepsOn`, it returns their number and their last expiry. */
  sweep(batch: SweepBatch): string
  /** Whether a batch starts where the one before ended, because an index still has the entries of deleted rows. */
  readonly sweepsOn?: true
  /** A condition that holds, except on a standby, where it fails with the error of a read-only server. */
  readonly refusedOnStandby?: string
  violation(error: unknown): Violation | undefined
}
