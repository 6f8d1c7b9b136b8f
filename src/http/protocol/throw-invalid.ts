import { MortiseError } from "../../contract/errors.ts"
import type { ModelName } from "../../contract/models.ts"

/** The field that a value is for; some calls take values that belong to no model. */
export type FieldRef = { readonly model?: ModelName; readonly name: string; readonly max?: number }

/** Throws `invalid`, naming the field and what it must be. */
export function throwInvalid({ model, name }: FieldRef, reason: string): never {
  const where = model ? `${model}.${name}` : `\`${name}\``
  throw new MortiseError("invalid", `${where} ${reason}.`, { ...(model && { model }), fields: [name] })
}

/** Throws `invalid` for an argument that is no object. */
export function throwNotObject(what: string, model?: ModelName): never {
  throw new MortiseError("invalid", `An object with ${what} is needed here.`, { ...(model && { model }) })
}
