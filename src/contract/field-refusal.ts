import type { Field } from "./fields.ts"
import { type ModelName, models } from "./models.ts"
import { isRecord, list, mistake } from "./schema-mistake.ts"

const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/
// The last one is where unknown fields are kept; names that every object has are refused besides.
const reserved = ["prototype", "extra"]

const presences = ["required", "defaulted", "nullable", "optional"]

/** Whether a default is of a kind. */
const isOf: { readonly [K in Field["kind"]]: (value: unknown) => boolean } = {
  text: (value) => typeof value === "string",
  date: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === "boolean",
  json: isJson,
}

/** Refuses an extra field that cannot be used as it stands. */
export function refuseField(model: ModelName, name: string, given: unknown): void {
  const where = `${model}.fields.${name}`
  if (!fieldName.test(name) || reserved.includes(name) || name in Object.prototype)
    mistake(
      `${model} cannot have a field of that name; use letters, digits and _, and no name of JavaScript's`,
    )
  if (Object.hasOwn(models[model].fields, name))
    mistake(`${where} is a field of the contract already; rename its column under ${model}.columns instead`)
  if (
    !isRecord(given) ||
    !Object.hasOwn(isOf, String(given["kind"])) ||
    !presences.includes(String(given["presence"]))
  )
    mistake(`${where} must be made with one of ${list(Object.keys(isOf).map((kind) => `${kind}()`))}`)
  refuseLimits(where, given as Field)
  refuseDefault(where, given as Field)
}

function refuseLimits(where: string, { min, max, oneOf, kind, stored }: Field): void {
  if (stored !== undefined && !(kind === "date" && ["native", "utc"].includes(stored)))
    mistake(`${where} must have "native" or "utc" for stored, and only a date has it`)
  if (![min, max].every((limit) => limit === undefined || Number.isFinite(limit)))
    mistake(`${where} must have numbers for min and max`)
  if (min !== undefined && max !== undefined && min > max)
    mistake(`${where} has a min above its max; swap them`)
  if (
    oneOf !== undefined &&
    !(kind === "text" && Array.isArray(oneOf) && oneOf.length > 0 && oneOf.every(isOf.text))
  )
    mistake(`${where} must have a list of texts for oneOf`)
}

function refuseDefault(where: string, { kind, presence, default: value, oneOf, min, max }: Field): void {
  if (presence !== "defaulted" || typeof value === "function") return
  if (!isOf[kind](value)) mistake(`${where} is ${kind}, but its default is not`)
  if (oneOf && !oneOf.includes(value as string))
    mistake(`${where} has a default that is not in its oneOf; add it there`)
  if (typeof value === "number" && (value < (min ?? value) || value > (max ?? value)))
    mistake(`${where} has a default outside of its min and max`)
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
