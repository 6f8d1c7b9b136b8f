import { MortiseError } from "./errors.ts"
import type { ModelName } from "./models.ts"

/**
 * The error for a unique key that is already taken.
 *
 * @example
 * ```ts
 * import { conflict } from "mortise/store"
 *
 * const taken = conflict("user", ["email"]) // code "conflict"
 * console.log(taken.message)
 * ```
 */
export const conflict = (model: ModelName, fields: readonly string[], cause?: unknown): MortiseError =>
  new MortiseError("conflict", `${keyText(model, fields)} already taken: look up the existing row.`, {
    model,
    fields,
    ...(cause !== undefined && { cause }),
  })

const keyText = (model: ModelName, fields: readonly string[]): string =>
  `${fields.map((field) => `${model}.${field}`).join(" and ")} ${fields.length === 1 ? "is" : "are"}`

/** Whether a row was stored; false if its key is taken. */
export async function storeIfFree(store: () => Promise<unknown>): Promise<boolean> {
  try {
    await store()
    return true
  } catch (error) {
    if (error instanceof MortiseError && error.code === "conflict") return false
    throw error
  }
}

/**
 * The error for a row whose user does not exist.
 *
 * @example
 * ```ts
 * import { ownerMissing } from "mortise/store"
 *
 * const missing = ownerMissing("session") // code "not_found"
 * console.log(missing.message)
 * ```
 */
export const ownerMissing = (model: ModelName, cause?: unknown): MortiseError =>
  new MortiseError("not_found", `The user of this ${model} does not exist: create the user first.`, {
    model,
    ...(cause !== undefined && { cause }),
  })
