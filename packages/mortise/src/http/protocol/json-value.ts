import type { Json } from "../../contract/fields.ts"
import { type FieldRef, throwInvalidField } from "../../contract/throw-invalid.ts"
import { ownData } from "../../shared/own-data.ts"

const maxDepth = 16

/** A copy that JSON represents exactly; throws `invalid` for a value that JSON cannot represent. */
export function jsonValue(place: FieldRef, value: unknown): Json {
  const most = place.max ?? 64 * 1024
  // Every value takes at least one byte, so a value that contains itself many times stops here.
  let left = most

  const copy = (value: unknown, depth: number): Json => {
    if (--left < 0) throwInvalidField(place, `must be at most ${most} bytes of JSON`)
    if (depth > maxDepth) throwInvalidField(place, `must not be nested deeper than ${maxDepth} levels`)
    if (value === null || typeof value === "boolean" || typeof value === "string") return value
    if (typeof value === "number" && Number.isFinite(value)) return value
    if (isArray(value)) return Array.from({ length: value.length }, (_, at) => copy(value[at], depth + 1))
    const members = isPlain(value) ? ownData(value) : undefined
    if (!members) return throwInvalidField(place, "must be JSON: declare other kinds as fields")
    const entries = Object.entries(members).filter(
      ([name, member]) => member !== undefined && name !== "__proto__",
    )
    return Object.fromEntries(entries.map(([name, member]) => [name, copy(member, depth + 1)]))
  }
  return copy(value, 0)
}

// A proxy may throw from any trap.
function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

function isPlain(value: unknown): boolean {
  try {
    if (typeof value !== "object" || value === null) return false
    const prototype: unknown = Object.getPrototypeOf(value)
    return prototype === null || Object.getPrototypeOf(prototype) === null
  } catch {
    return false
  }
}
