import { canonicalEmail } from "../contract/canonical-email.ts"
import type { ModelName } from "../contract/models.ts"
import { isProviderAccountId } from "../contract/provider-account-id.ts"
import type { Column } from "../contract/schema.ts"
import { throwInvalid, throwInvalidField } from "../contract/throw-invalid.ts"

const encoder = new TextEncoder()

/** A value as text. Some providers assign numeric ids; an inexact number could be the id of another account. */
export function asText(column: Column, value: unknown): string {
  if (typeof value === "string") return value
  if (column.form !== "provider_id") return throwInvalidField(column, "must be text")
  return Number.isSafeInteger(value)
    ? String(value)
    : throwInvalidField(column, "must be text or an exact whole number")
}

/** The canonical form of a text, in which it is stored and compared. */
export function canonicalText(column: Column, value: string): string {
  if (column.form === "lower") return value.toLowerCase()
  return column.form === "email" ? canonicalEmail(value) : value
}

/** Why a canonical text cannot be stored, as the end of a sentence; `undefined` if it can. */
export function textProblem(column: Column, value: string): string | undefined {
  const { max = Number.POSITIVE_INFINITY, oneOf, form } = column
  if (value.length > max || (value.length * 3 > max && utf8Bytes(value) > max))
    return `must be at most ${max} bytes long`
  if (oneOf && !oneOf.includes(value)) return `must be one of ${oneOf.join(", ")}`
  if (form === "provider_id" && !isProviderAccountId(value)) return "must be an id that the provider assigned"
  if (value.includes("\0")) return "must not contain a NUL character"
  if (!value.isWellFormed()) return "must be well-formed Unicode"
  return undefined
}

export const utf8Bytes = (value: string): number => encoder.encode(value).length

// For all texts of a row together: less than the limit of any engine for one statement.
const maxBytes = 256 * 1024

/** Throws `invalid` if the texts of a row are too long together. */
export function checkSize(model: ModelName, row: Readonly<Record<string, unknown>>): void {
  let length = 0
  for (const name in row) {
    const value = row[name]
    if (typeof value === "string") length += value.length
  }
  // A unit of UTF-16 takes at most three bytes of UTF-8, so most rows need no exact count.
  if (length * 3 <= maxBytes) return
  let bytes = 0
  for (const value of Object.values(row)) if (typeof value === "string") bytes += utf8Bytes(value)
  if (bytes <= maxBytes) return
  throwInvalid(`A row of ${model} must hold at most ${maxBytes} bytes of text.`, { model })
}
