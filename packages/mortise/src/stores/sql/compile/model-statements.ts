import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Column, Model } from "../../../contract/schema.ts"
import type { Guard, Patch, StorePage } from "../../../operations/store.ts"
import type { Bound, Step } from "../../../sql/driver.ts"
import type { Decode } from "./columns.ts"

/**
 * A row to insert. `after` is set when the row belongs to a user whose id the database generates in the same insert:
 * it names the model that was inserted just before.
 */
export type Insert = { readonly row: Readonly<Row>; readonly after?: ModelName | undefined }

/** The statements of one model, with their values. */
export type ModelStatements = {
  readonly model: Model
  readonly decode: Decode
  /** The fields that get a new value on every update. */
  readonly setOnUpdate: readonly Column[]
  insert(entry: Insert): Step
  /** An insert as part of a larger statement; its parameters start at `from`. */
  insertPart(entry: Insert, from: number): { text: string; values: Bound[] }
  find(key: Key): Step
  findWithUser(key: Key): Step
  /** The user who owns a row, without the row. */
  findUser(key: Key): Step
  /** Several rows, each with its user if it has an owner, by several values of one field. */
  findWhereIn(field: string, values: readonly string[]): Step
  /** The row and whether it satisfies the guard. */
  findGuarded(key: Key, guard?: Guard): Step
  /** The same with a lock until the transaction ends. The steps after it run only if a row was found. */
  findLocked(key: Key, guard?: Guard): Step
  list(owner: string): Step
  update(key: Key, patch: Patch, guard?: Guard): Step
  take(key: Key, guard?: Guard): Step
  /** Deletes the rows that a user owns. */
  deleteOwned(userId: string): Step
  page(options: StorePage): Step
  count(): Step
  /** Deletes a batch of expired rows; with `from`, only those that expired then or later. */
  sweep(now: Date, limit: number, from?: Date): Step
}

export type SchemaStatements = Readonly<Record<ModelName, ModelStatements>>
