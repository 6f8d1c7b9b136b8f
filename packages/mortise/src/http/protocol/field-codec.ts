import { copyJson } from "../../contract/copy-json.ts"
import type { Kind } from "../../contract/fields.ts"
import type { Column } from "../../contract/schema.ts"
import { type FieldRef, throwInvalidField } from "../../contract/throw-invalid.ts"
import { formatUtc, isStorableTime, parseUtc, toTime } from "../../shared/utc-text.ts"
import type { Codec, JsonSchema } from "./codec.ts"

/** The codec of a field that is not null. Only the kind of the field decides. */
export function fieldCodec(column: Column): Codec {
  if (column.kind === "text") return textCodec(column)
  return { ...kinds[column.kind](column), schema: toJsonSchema(column) }
}

/** The codec of a value that belongs to no model. */
export const valueCodec = (kind: Exclude<Kind, "text">, name: string, schema: JsonSchema = {}): Codec => ({
  ...kinds[kind]({ name }),
  schema: { ...kindSchemas[kind], ...schema },
})

type Conversions = Pick<Codec, "encode" | "decode">

/** The same check in both directions. */
const same = <T extends string | number | boolean>(check: (value: unknown) => T): Conversions => ({
  encode: check,
  decode: check,
})

const kinds: { readonly [K in Exclude<Kind, "text">]: (place: FieldRef) => Conversions } = {
  integer: (place) =>
    same((value) =>
      Number.isSafeInteger(value)
        ? (value as number)
        : throwInvalidField(place, "must be an exact whole number"),
    ),
  number: (place) =>
    same((value) =>
      Number.isFinite(value) ? (value as number) : throwInvalidField(place, "must be a finite number"),
    ),
  boolean: (place) =>
    same((value) => (typeof value === "boolean" ? value : throwInvalidField(place, "must be true or false"))),
  date: (place) => ({
    encode: (value) =>
      isoText(value) ?? throwInvalidField(place, "must be a valid Date between the years 1 and 9999"),
    decode: (json) =>
      isoDate(json) ?? throwInvalidField(place, "must be a time such as 2026-03-04T05:06:07.089Z"),
  }),
  json: (place) => ({
    encode: (value) => copyJson(place, value),
    decode: (json) => copyJson(place, json),
  }),
}

/** The codec of a text. Some providers' ids are numbers; these are sent as text too. */
function textCodec(column: Column): Codec {
  const check = (value: unknown): string =>
    typeof value === "string" ? value : throwInvalidField(column, "must be text")
  const encode = (value: unknown): string =>
    check(column.form === "provider_id" && Number.isSafeInteger(value) ? String(value) : value)
  return { encode, decode: check, schema: toJsonSchema(column) }
}

/** Whether a text is too long for a column, whatever its canonical form is. */
export const isTooLong = ({ max, form }: Column, text: unknown): boolean =>
  typeof text === "string" && max !== undefined && text.length > (form === "email" ? 4 * max : max)

// Always four digits for the year and three for the fraction, so that a time has one spelling.
const isoForm = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

function isoDate(json: unknown): Date | undefined {
  if (typeof json !== "string" || !isoForm.test(json) || json.startsWith("0000")) return undefined
  const date = parseUtc(json)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function isoText(value: unknown): string | undefined {
  const time = toTime(value)
  return isStorableTime(time) ? `${formatUtc(time)}Z` : undefined
}

const kindSchemas: { readonly [K in Kind]: JsonSchema } = {
  text: { type: "string" },
  date: { type: "string", format: "date-time", pattern: isoForm.source },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  json: {},
}

function toJsonSchema({ kind, min, max, oneOf }: Column): JsonSchema {
  if (kind === "text")
    return { ...kindSchemas.text, ...(max && { maxLength: max }), ...(oneOf && { examples: oneOf }) }
  const bounded = kind === "integer" || kind === "number"
  return {
    ...kindSchemas[kind],
    ...(bounded && min !== undefined && { minimum: min }),
    ...(bounded && max !== undefined && { maximum: max }),
  }
}
