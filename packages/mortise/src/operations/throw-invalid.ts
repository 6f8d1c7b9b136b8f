import { MortiseError } from "../contract/errors.ts"
import type { Column } from "../contract/schema.ts"

/** Throws `invalid` for an argument. */
export function throwInvalid(sentence: string): never {
  throw new MortiseError("invalid", `${sentence}.`)
}

/** Throws `invalid` for a field; `reason` ends the sentence. */
export function throwInvalidField({ model, name }: Pick<Column, "model" | "name">, reason: string): never {
  throw new MortiseError("invalid", `${model}.${name} ${reason}.`, { model, fields: [name] })
}
