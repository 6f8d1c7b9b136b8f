import type { Json } from "../../contract/fields.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Column, Model, Schema } from "../../contract/schema.ts"
import { throwInvalid, throwInvalidField } from "../../contract/throw-invalid.ts"
import { type OwnData, ownData } from "../../shared/own-data.ts"
import { type Codec, type JsonSchema, orNull } from "./codec.ts"
import { fieldCodec, isTooLong } from "./field-codec.ts"
import { hideFields, isHideable, listHiddenFields, markHidden } from "./hidden-fields.ts"
import { rowSchema } from "./row-schema.ts"
import { declaredFields, type UnknownFields, unknownFields, type Warn } from "./unknown-fields.ts"

/** The codecs for the models of a schema. */
export type RowCodecs = {
  /** A row as it is returned. */
  row(model: ModelName): Codec
  /** A row as it is returned to a caller without the permission for its secret fields. */
  maskedRow(model: ModelName): Codec
  /** A new row. With `owned: false` the server sets the owner. */
  newRow(model: ModelName, options?: { owned: boolean }): Codec
  /** The primary key and the fields that change; null clears a field. */
  changes(model: ModelName): Codec
  /** An object with the primary key, or null when no row can have that key. */
  key(model: ModelName): Codec
  /** One field alone, as part of a key. A text that is too long for any row becomes null. */
  field(model: ModelName, name: string): Codec
  /** One field alone, as a value that may be null. */
  value(model: ModelName, name: string): Codec
}

export function rowCodecs(schema: Schema, warn: Warn): RowCodecs {
  const unknown = unknownFields(schema, warn)
  return {
    row: (name) => rowCodec(schema, name, unknown),
    maskedRow: (name) => maskedCodec(schema, name, unknown),
    newRow: (name, options) =>
      inputCodec(schema.models[name], unknown, options?.owned === false ? "unowned" : "new"),
    changes: (name) => inputCodec(schema.models[name], unknown, "changes"),
    key: (name) => keyCodec(schema.models[name]),
    field: (name, field) => partCodec(findColumn(schema.models[name], field)),
    value: (name, field) => orNull(fieldCodec(findColumn(schema.models[name], field))),
  }
}

type FieldCodec = readonly [column: Column, codec: Codec]

const createFieldCodecs = (model: Model): FieldCodec[] =>
  declaredFields(model).map((column) => [column, fieldCodec(column)])

/** The codec of a returned row. It runs for every lookup, so it does only what is necessary. */
function rowCodec(schema: Schema, name: ModelName, unknown: UnknownFields): Codec {
  const model = schema.models[name]
  const fields = createFieldCodecs(model)
  const isSent = sentFields(schema, model)
  const pickUnknown = unknown(model)
  const convertRow = (value: unknown, way: "encode" | "decode") => {
    const row = readRow(model, value)
    const hidden = listHiddenFields(row)
    const made: Record<string, unknown> = pickUnknown(hidden.length > 0 ? without(row, hidden) : row)
    for (let index = 0; index < fields.length; index++) {
      const [column, codec] = fields[index] as FieldCodec
      const { name, presence } = column
      if (hidden.includes(name)) continue
      const member = Object.hasOwn(row, name) ? row[name] : undefined
      // An adapter may use null and absent for the same thing; the protocol does not.
      const isEmpty = member === undefined || member === null
      if (presence === "nullable" && (way === "encode" ? isEmpty : member === null)) made[name] = null
      else if (way === "encode" ? !isEmpty : member !== undefined) made[name] = codec[way](member)
      else if (presence !== "optional") throwInvalidField(column, "is missing")
    }
    if (way === "encode") markHidden(made, hidden)
    else hideFields(made, model.name, hidden.filter(isSent))
    return made
  }
  return {
    encode: (value) => convertRow(value, "encode") as Record<string, Json>,
    decode: (json) => convertRow(json, "decode"),
    schema: { $ref: `#/components/schemas/${rowSchema.nameOf(model, "row")}` },
  }
}

/** Encodes rows without their secret fields, and marks the secret fields that hold a value. */
function maskedCodec(schema: Schema, name: ModelName, unknown: UnknownFields): Codec {
  const model = schema.models[name]
  const { encode, decode } = rowCodec(schema, name, unknown)
  const isSent = sentFields(schema, model)
  const isHidden = (row: OwnData, name: string): boolean =>
    isHideable(model, name) &&
    isSent(name) &&
    (listHiddenFields(row).includes(name) || (row[name] ?? null) !== null)
  return {
    encode(value) {
      const row = readRow(model, value)
      const hidden = Object.getOwnPropertyNames(row).filter((name) => isHidden(row, name))
      const rest = without(row, hidden)
      markHidden(rest, hidden)
      return encode(rest)
    },
    decode,
    schema: { $ref: `#/components/schemas/${rowSchema.nameOf(model, "masked")}` },
  }
}

/** The row without some of its fields, which are not read. */
const without = (row: OwnData, names: readonly string[]): OwnData =>
  Object.fromEntries(
    Object.getOwnPropertyNames(row)
      .filter((name) => !names.includes(name))
      .map((name) => [name, row[name]]),
  )

/** Whether a field is part of the rows that are sent: a declared one, or any with `unknown: "keep"`. */
function sentFields({ unknown }: Schema, model: Model): (name: string) => boolean {
  const declared = new Set(declaredFields(model).map(({ name }) => name))
  return (name) => declared.has(name) || unknown === "keep"
}

type InputForm = "new" | "unowned" | "changes"

/** The codec of a row that a caller writes. The adapter checks whether a field is missing. */
function inputCodec(model: Model, unknown: UnknownFields, kind: InputForm): Codec {
  const fields = createFieldCodecs(model).filter(
    ([{ name }]) => kind !== "unowned" || name !== model.owner?.field,
  )
  const pickUnknown = unknown(model)
  const convertRow = (value: unknown, convert: (field: FieldCodec, value: unknown) => unknown) => {
    const members = readMembers(model, value)
    const made: Record<string, unknown> = pickUnknown(members)
    for (const field of fields) {
      const { name } = field[0]
      const member = members[name]
      if (member !== undefined) made[name] = member === null ? null : convert(field, member)
    }
    return made
  }
  return {
    encode: (value) =>
      convertRow(value, ([column, { encode }], member) =>
        isTooLong(column, member)
          ? throwInvalidField(column, `must be at most ${column.max} bytes long`)
          : encode(member),
      ) as Record<string, Json>,
    decode: (value) => convertRow(value, ([, { decode }], member) => decode(member)),
    schema: { $ref: `#/components/schemas/${rowSchema.nameOf(model, kind)}` },
  }
}

function keyCodec(model: Model): Codec {
  const primary = model.keys[0] as readonly string[]
  const parts = primary.map((name) => [name, partCodec(findColumn(model, name))] as const)
  const properties: Record<string, JsonSchema> = Object.fromEntries(
    parts.map(([name, { schema }]) => [name, schema]),
  )
  return orNull({
    encode(value) {
      const members = readMembers(model, value)
      return Object.fromEntries(parts.map(([name, { encode }]) => [name, encode(members[name])]))
    },
    decode(value) {
      const members = readMembers(model, value)
      return Object.fromEntries(parts.map(([name, { decode }]) => [name, decode(members[name] ?? null)]))
    },
    schema: { type: "object", properties, required: primary },
  })
}

/** A text that is too long for any row is looked up as null, which finds no row either. */
function partCodec(column: Column): Codec {
  const { encode, ...rest } = orNull(fieldCodec(column))
  return { ...rest, encode: (value) => (isTooLong(column, value) ? null : encode(value)) }
}

function findColumn({ fields, name: model }: Model, name: string): Column {
  const column = fields.find((field) => field.name === name)
  if (!column) throw new TypeError(`${model} has no field ${name}`)
  return column
}

/** A row of an adapter or an answer. It is read without a copy because no caller controls the object. */
const readRow = (model: Model, value: unknown): OwnData =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as OwnData)
    : throwNotObject(model)

function readMembers(model: Model, value: unknown): OwnData {
  return ownData(value) ?? throwNotObject(model)
}

function throwNotObject({ name: model }: Model): never {
  throwInvalid(`The argument must be an object with the fields of ${model}.`, { model })
}
