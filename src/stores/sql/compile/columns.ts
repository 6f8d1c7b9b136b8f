import { MortiseError } from "../../../contract/errors.ts"
import type { Row, Value } from "../../../contract/rows.ts"
import type { Column, Model } from "../../../contract/schema.ts"
import type { Dialect } from "../dialect.ts"
import { type Storage, storageOf } from "../storage.ts"

/** The column of a declared field. */
export const columnOf = (model: Model, field: string): Column =>
  model.fields.find(({ name }) => name === field) as Column

/** Decodes one row; `from` is the position of its first column. */
export type Decode = (stored: readonly unknown[], from?: number) => Row

/**
 * A function that turns the stored columns of a model, in their order, into its row.
 * Each row starts as a copy of one object with every field that is not optional: faster than growing an object.
 */
export function rowDecoder(model: Model, dialect: Dialect): Decode {
  const { fields } = model
  const shape: Row = Object.fromEntries(
    fields.flatMap(({ name, presence }) => (presence === "optional" ? [] : [[name, null]])),
  )
  const names = fields.map(({ name }) => name)
  const storages = fields.map(storageOf)
  return (stored, from = 0) => {
    const row: Row = { ...shape }
    for (let nth = 0; nth < names.length; nth++) {
      const value = stored[from + nth]
      if (value === null || value === undefined) continue
      const name = names[nth] as string
      const storage = storages[nth] as Storage
      // Most values are text that needs no decoding.
      row[name] =
        storage === "text" && typeof value === "string"
          ? value
          : decoded(model, name, dialect, storage, value)
    }
    return row
  }
}

function decoded(model: Model, name: string, dialect: Dialect, storage: Storage, stored: unknown): Value {
  try {
    const value = dialect.decode(storage, stored)
    const measure = value instanceof Date ? value.getTime() : value
    if (!Number.isNaN(measure)) return value
  } catch {}
  const message = `${model.name}.${name} holds an invalid ${columnOf(model, name).kind}: fix the row or the column type.`
  throw new MortiseError("corrupt", message, { model: model.name, fields: [name] })
}
