import { type ErrorDetails, MortiseError } from "./errors.ts"
import type { ModelName } from "./models.ts"

/** Throws `invalid` for an option or an argument. */
export function throwInvalid(message: string, details?: ErrorDetails): never {
  throw new MortiseError("invalid", message, details)
}

/** The field that a value belongs to. Some calls take values that do not belong to a model. */
export type FieldRef = { readonly model?: ModelName; readonly name: string; readonly max?: number }

/** Throws `invalid` with the name of the field; `reason` ends the sentence. */
export function throwInvalidField({ model, name }: FieldRef, reason: string): never {
  const details = { model, fields: [name] } as ErrorDetails
  throwInvalid(`${model ? `${model}.${name}` : `\`${name}\``} ${reason}.`, details)
}
