import { MortiseError } from "../contract/errors.ts"
import type { Json } from "../contract/fields.ts"
import type { ModelName } from "../contract/models.ts"
import type { Key, Row, Value } from "../contract/rows.ts"
import { type Column, type Schema, unknownColumn } from "../contract/schema.ts"
import { type Change, merge } from "../contract/stored-changes.ts"
import { throwInvalid, throwInvalidField } from "../contract/throw-invalid.ts"
import { type OwnData, ownData } from "../shared/own-data.ts"
import { asText, canonicalText, checkSize, textProblem } from "./check-text.ts"
import { checkValue } from "./check-value.ts"
import { compileUnknownFields, type UnknownFieldsOf, type Warn } from "./unknown-fields.ts"

/**
 * Converts the arguments of every operation into canonical rows, changes and keys, before the store is called. The
 * rules depend only on the schema and are compiled once per schema. An invalid value in a write throws `invalid`. A key
 * that no row can have becomes `null`, so that a lookup by it needs no query.
 */
export type Checks = {
  /** A new row with its defaults. With `owned: false`, the store sets the reference to the owner. */
  row(model: ModelName, input: unknown, options?: { owned: boolean }): Row
  /** The primary key and the changes, from an object that holds both. */
  changes(model: ModelName, input: unknown): { key: Key; patch: Record<string, Value | Change> }
  /** The key with exactly these values; `null` if no row can have it. */
  key(model: ModelName, values: Readonly<Record<string, unknown>>): Key | null
  /** The primary key within an argument; `null` if no row can have it. */
  keyIn(model: ModelName, input: unknown): Key | null
}

const compiled = new WeakMap<Schema, (warn: Warn) => Checks>()

/** The checks of a schema, compiled once per schema. */
export function compileChecks(schema: Schema, warn: Warn): Checks {
  const existing = compiled.get(schema)
  if (existing) return existing(warn)
  const made = compile(schema)
  compiled.set(schema, made)
  return made(warn)
}

function compile(schema: Schema): (warn: Warn) => Checks {
  const { models } = schema
  const keys = keyColumns(schema)
  const key = compileKeyCheck(schema, keys)
  const isImpossibleId = compileIdCheck(schema)
  const unknownFields = compileUnknownFields(schema)

  const checkColumn = (column: Column, input: unknown): Value => {
    const value = checkValue(column, input)
    if (isImpossibleId(column, value)) throw noSuchUser(column)
    return value
  }

  const keyIn: Checks["keyIn"] = (model, input) => {
    if (input === undefined || input === null) return null
    return key(model, pickValues(keys[model][0], readData(model, input)))
  }

  const rowWith =
    (unknown: UnknownFieldsOf): Checks["row"] =>
    (model, input, options) => {
      const data = readData(model, input)
      const row: Row = {}
      let isEmpty = true
      for (const column of models[model].fields) {
        if (isEmpty && column.name in data) isEmpty = false
        if (column.presence === "generated" || column.name === unknownColumn) continue
        if (options?.owned === false && column.name === models[model].owner?.field) continue
        const value = orDefault(column, data[column.name])
        if (value !== undefined) row[column.name] = value === null ? null : checkColumn(column, value)
      }
      const kept = unknown(models[model], data)
      if (kept) row[unknownColumn] = withoutNulls(kept)
      // Only a user can be empty: every other model has a required field, which is named as missing before.
      else if (isEmpty)
        throwInvalidField({ model, name: "email" }, "is missing: pass an email, or at least one other field")
      checkSize(model, row)
      return row
    }

  const changesWith =
    (unknown: UnknownFieldsOf): Checks["changes"] =>
    (model, input) => {
      const data = readData(model, input)
      const key: Record<string, string> = {}
      for (const column of keys[model][0]) key[column.name] = checkColumn(column, data[column.name]) as string
      const patch: Record<string, Value | Change> = {}
      for (const column of models[model].fields) {
        const value = data[column.name]
        if (value === undefined || column.name in key || column.name === unknownColumn) continue
        if (column.presence === "generated") continue
        patch[column.name] = value === null ? clearable(column) : checkColumn(column, value)
      }
      checkSize(model, patch)
      const kept = unknown(models[model], data)
      if (kept) patch[unknownColumn] = merge(kept)
      return { key, patch }
    }

  return (warn) => {
    const unknown = unknownFields(warn)
    return { key, keyIn, row: rowWith(unknown), changes: changesWith(unknown) }
  }
}

function pickValues(columns: readonly Column[], data: OwnData): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name } of columns) values[name] = data[name]
  return values
}

const readData = (model: ModelName, input: unknown): OwnData =>
  ownData(input) ?? throwInvalid(`Pass an object with the fields of ${model}.`, { model })

function orDefault(column: Column, input: unknown): unknown {
  if (input === undefined && column.databaseDefault) return undefined
  if (input === undefined && column.default !== undefined)
    return typeof column.default === "function" ? column.default() : column.default
  if (input !== undefined && input !== null) return input
  if (column.presence === "nullable") return null
  if (column.presence === "optional") return undefined
  return throwInvalidField(column, "is missing")
}

function clearable(column: Column): null {
  if (column.presence === "nullable" || column.presence === "optional") return null
  return throwInvalidField(column, "cannot be cleared")
}

const withoutNulls = (kept: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null))

// The database cannot have created this id, so no user has it.
const noSuchUser = ({ model, name }: Column): MortiseError =>
  new MortiseError(
    "not_found",
    `${model}.${name} is not the id of a user: pass an id that the database created.`,
    { model, fields: [name] },
  )

/** The columns of each model's unique keys. */
type KeyColumns = Record<ModelName, [primary: Column[], other?: Column[]]>

const keyColumns = ({ models }: Schema): KeyColumns =>
  Object.fromEntries(
    Object.values(models).map(({ name, keys, fields }) => [
      name,
      keys.map((key) => key.map((part) => fields.find((field) => field.name === part))),
    ]),
  ) as KeyColumns

const idForms = {
  given: undefined,
  serial: /^[1-9]\d{0,17}$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
} as const

/** Compiles the check whether a column holds ids and a value cannot be an id that the database created. */
function compileIdCheck({ ids }: Schema): (column: Column, value: unknown) => boolean {
  const form = idForms[ids]
  return (column, value) => form !== undefined && column.form === "id" && !form.test(value as string)
}

/** Compiles the check of keys: the canonical key with exactly these values; `null` if no row can have it. */
function compileKeyCheck(schema: Schema, columns: KeyColumns) {
  const isImpossibleId = compileIdCheck(schema)
  return (model: ModelName, values: Readonly<Record<string, unknown>>): Key | null => {
    let key = values
    for (const column of columnsIn(columns[model], values)) {
      const value = values[column.name]
      const part = keyPart(column, value)
      if (part === null || isImpossibleId(column, part)) return null
      if (part !== value) key = { ...key, [column.name]: part }
    }
    return key as Key
  }
}

/** The columns of the key that the values are for: the other key if its first field is among them. */
function columnsIn(keys: KeyColumns[ModelName], values: object): readonly Column[] {
  const secondKey = keys[1]
  return secondKey?.[0] && secondKey[0].name in values ? secondKey : keys[0]
}

function keyPart(column: Column, value: unknown): string | null {
  if (value === undefined || value === null) return null
  const part = canonicalText(column, asText(column, value))
  return part === "" || textProblem(column, part) !== undefined ? null : part
}
