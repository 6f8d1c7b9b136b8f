import { MortiseError } from "../contract/errors.ts"
import type { Column } from "../contract/schema.ts"

/** Throws `invalid`, naming the field and what it must be. */
export function refuse(column: Pick<Column, "model" | "name">, reason: string): never {
  const { model, name } = column
  throw new MortiseError("invalid", `${model}.${name} ${reason}.`, { model, fields: [name] })
}
