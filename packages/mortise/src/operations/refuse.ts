import { MortiseError } from "../contract/errors.ts"
import type { Column } from "../contract/schema.ts"

/** Throws `invalid` for a field; `reason` ends the sentence. */
export function refuse(column: Pick<Column, "model" | "name">, reason: string): never {
  const { model, name } = column
  throw new MortiseError("invalid", `${model}.${name} ${reason}.`, { model, fields: [name] })
}
