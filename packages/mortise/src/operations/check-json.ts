import { MortiseError } from "../contract/errors.ts"
import type { Json } from "../contract/fields.ts"
import type { Column } from "../contract/schema.ts"
import { throwInvalidField } from "../contract/throw-invalid.ts"
import { ownData } from "../shared/own-data.ts"
import { textProblem, utf8Bytes } from "./check-text.ts"

const maxDepth = 16
const notJson = "must be JSON: declare a field of another kind for other values"

/** A copy of a JSON value; throws `invalid` for a value that JSON cannot represent exactly. */
export function checkJson(column: Column, value: unknown): Json {
  const max = column.max ?? 64 * 1024
  const tooLong = `must be at most ${max} bytes of JSON`
  // Every value takes at least one byte, so this limit also stops a value that contains itself.
  let left = max

  const text = (value: string): string => {
    const problem = textProblem(column, value)
    return problem === undefined ? value : throwInvalidField(column, problem)
  }
  const copy = (value: unknown, depth: number): Json => {
    if (--left < 0) throwInvalidField(column, tooLong)
    if (depth > maxDepth) throwInvalidField(column, `must not be nested deeper than ${maxDepth} levels`)
    if (value === null || typeof value === "boolean") return value
    if (typeof value === "number" && Number.isFinite(value)) return value + 0
    if (typeof value === "string") return text(value)
    if (Array.isArray(value))
      return Array.from({ length: value.length }, (_, at) => copy(value[at], depth + 1))
    const members = Object.entries(plainData(value) ?? throwInvalidField(column, notJson))
    const entries = members.filter(([name, member]) => member !== undefined && name !== "__proto__")
    return Object.fromEntries(entries.map(([name, member]) => [text(name), copy(member, depth + 1)]))
  }

  const made = readable(column, () => copy(value, 0))
  return utf8Bytes(JSON.stringify(made)) > max ? throwInvalidField(column, tooLong) : made
}

function plainData(value: unknown) {
  if (typeof value !== "object" || value === null) return undefined
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null ? ownData(value) : undefined
}

// Reading plain data never throws; reading a proxy can.
function readable<T>(column: Column, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof MortiseError) throw error
    return throwInvalidField(column, notJson)
  }
}
