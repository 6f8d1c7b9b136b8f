import type { ModelName } from "../../../contract/models.ts"
import type { Key, Row } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import type { Guard, Patch, StorePage } from "../../../operations/store.ts"
import type { Bound, Step } from "../driver.ts"
import type { Decode } from "./columns.ts"

/** A row to insert. `after` is the model inserted before, when only the database knows the id of the user at the start. */
export type Insert = { readonly row: Readonly<Row>; readonly after?: ModelName | undefined }

/** What the verbs of one model become. Texts are made once; those that depend on a patch or a guard, at first use. */
export type ModelStatements = {
  readonly model: Model
  readonly decode: Decode
  insert(entry: Insert): Step
  /** An insert inside a larger statement, whose parameters start at `from`. */
  insertPart(entry: Insert, from: number): { text: string; values: Bound[] }
  find(key: Key): Step
  findWithUser(key: Key): Step
  /** The user of a row, without the row. */
  findUser(key: Key): Step
  /** Several rows, each with its user, by the values of one field. */
  findWhereIn(field: string, values: readonly string[]): Step
  /** The row, and whether the guard holds on it. */
  findGuarded(key: Key, guard?: Guard): Step
  /** The same, and nobody changes it before the transaction ends. What comes after it is run only if there is a row. */
  findLocked(key: Key, guard?: Guard): Step
  list(owner: string): Step
  update(key: Key, patch: Patch, guard?: Guard): Step
  take(key: Key, guard?: Guard): Step
  deleteOwned(userId: string): Step
  page(options: StorePage): Step
  count(): Step
  sweep(now: Date, limit: number): Step
}

export type SchemaStatements = Readonly<Record<ModelName, ModelStatements>>
