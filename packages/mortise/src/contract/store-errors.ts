import { MortiseError } from "./errors.ts"
import type { ModelName } from "./models.ts"

/** The error of a store for a unique key that is taken. */
export const conflict = (model: ModelName, fields: readonly string[], cause?: unknown): MortiseError =>
  new MortiseError("conflict", `This ${fields.join(" and ")} of ${model} is taken: look it up instead.`, {
    model,
    fields,
    ...(cause !== undefined && { cause }),
  })

/** The error of a store for a row whose user does not exist. */
export const ownerMissing = (model: ModelName, cause?: unknown): MortiseError =>
  new MortiseError("not_found", `The user of this ${model} does not exist: create the user first.`, {
    model,
    ...(cause !== undefined && { cause }),
  })
