import { dateStorages, type Field } from "../contract/fields.ts"
import { type ModelName, models } from "../contract/models.ts"
import { commaList, isRecord, throwInvalidSchema } from "./invalid-schema.ts"

const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/
// "extra" is the column of unknown fields. Names that every object inherits are refused too.
const reserved = ["prototype", "extra"]

const presences = ["required", "defaulted", "nullable", "optional"]

/** Whether a default has the kind of its field. */
const isOfKind: { readonly [K in Field["kind"]]: (value: unknown) => boolean } = {
  text: (value) => typeof value === "string",
  date: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === "boolean",
  json: isJson,
}

/** Throws `invalid` for an extra field that cannot be used. */
export function checkField(model: ModelName, name: string, field: unknown): void {
  const where = `${model}.fields.${name}`
  if (!fieldName.test(name) || reserved.includes(name) || name in Object.prototype)
    throwInvalidSchema(
      `${model} cannot have a field of that name; use letters, digits and _, and no name that every object has`,
    )
  if (Object.hasOwn(models[model].fields, name))
    throwInvalidSchema(
      `${where} is already a field of the contract; to rename its column, use ${model}.columns`,
    )
  if (
    !isRecord(field) ||
    !Object.hasOwn(isOfKind, String(field["kind"])) ||
    !presences.includes(String(field["presence"]))
  )
    throwInvalidSchema(
      `${where} must be created with one of ${commaList(Object.keys(isOfKind).map((kind) => `${kind}()`))}`,
    )
  checkLimits(where, field as Field)
  checkDefault(where, field as Field)
}

function checkLimits(where: string, { min, max, oneOf, kind, stored }: Field): void {
  if (stored !== undefined && !(kind === "date" && dateStorages.includes(stored)))
    throwInvalidSchema(
      `${where} must have one of ${commaList(dateStorages)} for stored, and only a date has it`,
    )
  if (![min, max].every((limit) => limit === undefined || Number.isFinite(limit)))
    throwInvalidSchema(`${where} must have numbers for min and max`)
  if (min !== undefined && max !== undefined && min > max)
    throwInvalidSchema(`${where} has a min above its max`)
  if (
    oneOf !== undefined &&
    !(kind === "text" && Array.isArray(oneOf) && oneOf.length > 0 && oneOf.every(isOfKind.text))
  )
    throwInvalidSchema(`${where} must have a list of strings in oneOf`)
}

function checkDefault(where: string, { kind, presence, default: value, oneOf, min, max }: Field): void {
  if (presence !== "defaulted" || typeof value === "function") return
  if (!isOfKind[kind](value)) throwInvalidSchema(`${where} is ${kind}, but its default is not`)
  if (oneOf && !oneOf.includes(value as string))
    throwInvalidSchema(`${where} has a default that is not in its oneOf; add it there`)
  if (typeof value === "number" && (value < (min ?? value) || value > (max ?? value)))
    throwInvalidSchema(`${where} has a default outside its min and max`)
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
