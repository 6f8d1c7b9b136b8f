import { MortiseError } from "../../../contract/errors.ts"
import { type ModelName, models } from "../../../contract/models.ts"
import type { Row, Value } from "../../../contract/rows.ts"
import type { Column, Model } from "../../../contract/schema.ts"
import type { Dialect } from "../../../sql/dialect.ts"
import { type Storage, toStorage } from "../../../sql/storage.ts"

/** The column of a declared field, of a field that the store fills, or of the tenant. */
export const findColumn = (model: Model, field: string): Column => {
  const isNamed = ({ name }: Column) => name === field
  return (model.fields.find(isNamed) ?? model.filled.find(isNamed) ?? model.tenant) as Column
}

/** Decodes one row; `from` is the position of its first column. */
export type Decode = (stored: readonly unknown[], from?: number) => Row

type Read = (index: number, stored: unknown) => Value

/**
 * Returns a function that turns a model's stored columns, in their order, into its row. JavaScript engines build an object
 * literal several times faster than they add fields by name, so the rows that every request reads start as a literal.
 * Other rows start as a copy of one object with every field that is not optional.
 */
export function rowDecoder(model: Model, dialect: Dialect): Decode {
  const { fields } = model
  const names = fields.map(({ name }) => name)
  const storages = fields.map(toStorage)
  const literal = literals[model.name]
  const first = literal ? Object.keys(models[model.name].fields).length : 0
  const shape: Row = Object.fromEntries(
    fields.slice(first).flatMap(({ name, presence }) => (presence === "optional" ? [] : [[name, null]])),
  )
  const read: Read = (index, value) => {
    if (value === null || value === undefined) return null
    // Most values are text that needs no decoding.
    if (typeof value === "string" && storages[index] === "text") return value
    return decodeValue(model, names[index] as string, dialect, storages[index] as Storage, value)
  }
  if (literal && first === names.length) return (stored, from = 0) => literal(read, stored, from)
  return (stored, from = 0) => {
    const row: Row = { ...literal?.(read, stored, from), ...shape }
    for (let index = first; index < names.length; index++) {
      const value = read(index, stored[from + index])
      if (value !== null) row[names[index] as string] = value
    }
    return row
  }
}

/** The contract's own fields in their order, none of which is optional; fields that a schema adds follow them. */
const literals: { [M in ModelName]?: (read: Read, stored: readonly unknown[], from: number) => Row } = {
  user: (read, stored, from) => ({
    id: read(0, stored[from]),
    name: read(1, stored[from + 1]),
    email: read(2, stored[from + 2]),
    emailVerified: read(3, stored[from + 3]),
    image: read(4, stored[from + 4]),
  }),
  session: (read, stored, from) => ({
    sessionToken: read(0, stored[from]),
    userId: read(1, stored[from + 1]),
    expires: read(2, stored[from + 2]),
  }),
}

function decodeValue(model: Model, name: string, dialect: Dialect, storage: Storage, stored: unknown): Value {
  try {
    const value = dialect.decode(storage, stored)
    const measure = value instanceof Date ? value.getTime() : value
    if (!Number.isNaN(measure)) return value
  } catch {}
  const message = `${model.name}.${name} holds an invalid ${findColumn(model, name).kind}: fix the row or the column type.`
  throw new MortiseError("corrupt", message, { model: model.name, fields: [name] })
}
