import { type Change, merge } from "../contract/changes.ts"
import { MortiseError } from "../contract/errors.ts"
import type { Json } from "../contract/fields.ts"
import type { ModelName } from "../contract/models.ts"
import type { Key, Row, Value } from "../contract/rows.ts"
import { type Column, keptFields, type Schema } from "../contract/schema.ts"
import { type OwnData, ownData } from "../shared/own-data.ts"
import { canonicalText, textProblem, utf8Bytes } from "./check-text.ts"
import { asText, checkValue } from "./check-value.ts"
import { refuse } from "./refuse.ts"
import { createUnknown, type Unknown, type Warn } from "./unknown-fields.ts"

/** Turns arguments into canonical rows, changes and keys, by the models alone. */
export type Checks = {
  /** A new row, defaults filled in. With `owned: false` the store is to say whose it is. */
  row(model: ModelName, input: unknown, options?: { owned: boolean }): Row
  /** The primary key and the changes in an object that holds both. */
  changes(model: ModelName, input: unknown): { key: Key; patch: Record<string, Value | Change> }
  /** The key that values make up, which are all it holds; `null` when no row can have it. */
  key(model: ModelName, values: Readonly<Record<string, unknown>>): Key | null
  /** The primary key in an argument; `null` when no row can have it. */
  keyIn(model: ModelName, input: unknown): Key | null
}

// All texts of a row together: below what any engine takes in one statement.
const mostBytes = 256 * 1024

const idForms = {
  given: undefined,
  serial: /^[1-9]\d{0,17}$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
} as const

const compiled = new WeakMap<Schema, (warn: Warn) => Checks>()

/** The checks of a schema, compiled once for it. */
export function checksOf(schema: Schema, warn: Warn): Checks {
  const known = compiled.get(schema)
  if (known) return known(warn)
  const made = compile(schema)
  compiled.set(schema, made)
  return made(warn)
}

function compile(schema: Schema): (warn: Warn) => Checks {
  const { models } = schema
  const idForm = idForms[schema.ids]
  const keys = keyColumns(schema)
  const unknownFields = createUnknown(schema)

  const checked = (column: Column, given: unknown): Value => {
    const value = checkValue(column, given)
    if (idForm && column.form === "id" && !idForm.test(value as string)) throw noSuchUser(column)
    return value
  }

  const key: Checks["key"] = (model, values) => {
    let made = values
    for (const column of columnsIn(keys[model], values)) {
      const given = values[column.name]
      const part = keyPart(column, given)
      if (part === null || (idForm && column.form === "id" && !idForm.test(part))) return null
      if (part !== given) made = { ...made, [column.name]: part }
    }
    return made as Key
  }

  const keyIn: Checks["keyIn"] = (model, input) => {
    if (input === undefined || input === null) return null
    return key(model, picked(keys[model][0], dataOf(model, input)))
  }

  const rowWith =
    (unknown: Unknown): Checks["row"] =>
    (model, input, options) => {
      const given = dataOf(model, input)
      const row: Row = {}
      let isEmpty = true
      for (const column of models[model].fields) {
        if (isEmpty && column.name in given) isEmpty = false
        if (column.presence === "generated" || column.name === keptFields) continue
        if (options?.owned === false && column.name === models[model].owner?.field) continue
        const value = orDefault(column, given[column.name])
        if (value !== undefined) row[column.name] = value === null ? null : checked(column, value)
      }
      const kept = unknown(models[model], given)
      if (kept) row[keptFields] = withoutNulls(kept)
      else if (isEmpty) throw noFields(model)
      return bounded(model, row)
    }

  const changesWith =
    (unknown: Unknown): Checks["changes"] =>
    (model, input) => {
      const given = dataOf(model, input)
      const key: Record<string, string> = {}
      for (const column of keys[model][0]) key[column.name] = checked(column, given[column.name]) as string
      const patch: Record<string, Value | Change> = {}
      for (const column of models[model].fields) {
        const value = given[column.name]
        if (value === undefined || column.name in key || column.name === keptFields) continue
        patch[column.name] = value === null ? cleared(column) : checked(column, value)
      }
      bounded(model, patch)
      const kept = unknown(models[model], given)
      if (kept) patch[keptFields] = merge(kept)
      return { key, patch }
    }

  return (warn) => {
    const unknown = unknownFields(warn)
    return { key, keyIn, row: rowWith(unknown), changes: changesWith(unknown) }
  }
}

type KeyColumns = Record<ModelName, [primary: Column[], other?: Column[]]>

const keyColumns = ({ models }: Schema): KeyColumns =>
  Object.fromEntries(
    Object.values(models).map(({ name, keys, fields }) => [
      name,
      keys.map((key) => key.map((part) => fields.find((field) => field.name === part))),
    ]),
  ) as KeyColumns

/** The columns of the key that values name: the other key if its first field is among them. */
function columnsIn(keys: KeyColumns[ModelName], values: object): readonly Column[] {
  const other = keys[1]
  return other?.[0] && other[0].name in values ? other : keys[0]
}

function picked(columns: readonly Column[], given: OwnData): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name } of columns) values[name] = given[name]
  return values
}

function keyPart(column: Column, value: unknown): string | null {
  if (value === undefined || value === null) return null
  const part = canonicalText(column, asText(column, value))
  return part === "" || textProblem(column, part) !== undefined ? null : part
}

function dataOf(model: ModelName, input: unknown): OwnData {
  const data = ownData(input)
  if (!data) throw noFields(model)
  return data
}

const noFields = (model: ModelName): MortiseError =>
  new MortiseError("invalid", `An object with the fields of ${model} is needed here.`, { model })

function orDefault(column: Column, given: unknown): unknown {
  if (given === undefined && column.presence === "defaulted")
    return typeof column.default === "function" ? column.default() : column.default
  if (given !== undefined && given !== null) return given
  if (column.presence === "nullable") return null
  if (column.presence === "optional") return undefined
  return refuse(column, "is missing")
}

function cleared(column: Column): null {
  if (column.presence === "nullable" || column.presence === "optional") return null
  return refuse(column, "cannot be cleared")
}

function bounded<T extends Record<string, unknown>>(model: ModelName, row: T): T {
  let bytes = 0
  for (const name in row) {
    const value = row[name]
    if (typeof value === "string") bytes += value.length
  }
  if (bytes * 3 <= mostBytes) return row
  const exact = Object.values(row).reduce<number>(
    (sum, v) => sum + (typeof v === "string" ? utf8Bytes(v) : 0),
    0,
  )
  if (exact <= mostBytes) return row
  throw new MortiseError("invalid", `A row of ${model} must hold at most ${mostBytes} bytes of text.`, {
    model,
  })
}

const withoutNulls = (kept: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null))

// An id that the database cannot have made is nobody's.
const noSuchUser = ({ model, name }: Column): MortiseError =>
  new MortiseError("not_found", `${model}.${name} names no user.`, { model, fields: [name] })
