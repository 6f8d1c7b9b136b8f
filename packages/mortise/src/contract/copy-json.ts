import { ownData } from "../shared/own-data.ts"
import { MortiseError } from "./errors.ts"
import type { Json } from "./fields.ts"
import { type FieldRef, throwInvalidField } from "./throw-invalid.ts"

const maxDepth = 16
const notJson = "must be JSON: declare a field of another kind for other values"

/**
 * A copy of a JSON value; throws `invalid` for a value that JSON cannot represent exactly. `checkText` may refuse texts,
 * and `measure` returns the exact number of bytes.
 */
export function copyJson(
  place: FieldRef,
  value: unknown,
  checkText = (text: string) => text,
  measure?: (json: string) => number,
): Json {
  const most = place.max ?? 64 * 1024
  // Every value takes at least one byte, so this limit also stops a value that contains itself.
  let left = most
  const throwTooLong = () => throwInvalidField(place, `must be at most ${most} bytes of JSON`)

  const copy = (value: unknown, depth: number): Json => {
    if (--left < 0) throwTooLong()
    if (depth > maxDepth) throwInvalidField(place, `must not be nested deeper than ${maxDepth} levels`)
    if (value === null || typeof value === "boolean") return value
    if (typeof value === "number" && Number.isFinite(value)) return value + 0
    if (typeof value === "string") return checkText(value)
    if (Array.isArray(value))
      return Array.from({ length: value.length }, (_, at) => copy(value[at], depth + 1))
    const members = Object.entries(plainData(value) ?? throwInvalidField(place, notJson))
    const entries = members.filter(([name, member]) => member !== undefined && name !== "__proto__")
    return Object.fromEntries(entries.map(([name, member]) => [checkText(name), copy(member, depth + 1)]))
  }

  try {
    const made = copy(value, 0)
    return measure && measure(JSON.stringify(made)) > most ? throwTooLong() : made
  } catch (error) {
    // Reading plain data never throws; reading a proxy can.
    if (error instanceof MortiseError) throw error
    return throwInvalidField(place, notJson)
  }
}

function plainData(value: unknown) {
  if (typeof value !== "object" || value === null) return undefined
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null ? ownData(value) : undefined
}
