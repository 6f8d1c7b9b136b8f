import { MortiseError } from "./errors.ts"
import type { ModelName } from "./models.ts"

/** What a store throws when a unique key is taken. */
export const conflict = (model: ModelName, fields: readonly string[], cause?: unknown): MortiseError =>
  new MortiseError("conflict", `This ${fields.join(" and ")} of ${model} is taken: look it up instead.`, {
    model,
    fields,
    ...(cause !== undefined && { cause }),
  })

/** What a store throws when the user a row is to belong to is not there. */
export const ownerMissing = (model: ModelName, cause?: unknown): MortiseError =>
  new MortiseError("not_found", `The user this ${model} is to belong to does not exist: create it first.`, {
    model,
    ...(cause !== undefined && { cause }),
  })
