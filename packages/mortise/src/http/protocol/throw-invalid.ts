import { MortiseError } from "../../contract/errors.ts"
import type { ModelName } from "../../contract/models.ts"

/** The field that a value belongs to. Some calls take values that do not belong to a model. */
export type FieldRef = { readonly model?: ModelName; readonly name: string; readonly max?: number }

/** Throws `invalid` with the name of the field and what it must be. */
export function throwInvalid({ model, name }: FieldRef, reason: string): never {
  const where = model ? `${model}.${name}` : `\`${name}\``
  throw new MortiseError("invalid", `${where} ${reason}.`, { ...(model && { model }), fields: [name] })
}

/** Throws `invalid` for an argument that is not an object. */
export function throwNotObject(what: string, model?: ModelName): never {
  throw new MortiseError("invalid", `The argument must be an object with ${what}.`, {
    ...(model && { model }),
  })
}
