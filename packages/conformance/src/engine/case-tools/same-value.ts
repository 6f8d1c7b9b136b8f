/** Deep equality: dates are compared by their time, and a missing field equals undefined. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (isDate(a) || isDate(b)) return isDate(a) && isDate(b) && Object.is(a.getTime(), b.getTime())
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => sameValue(member(a, name), member(b, name)))
}

/** A field of a row; `undefined` if the row is not an object. */
export const member = (row: unknown, name: string): unknown =>
  typeof row === "object" && row !== null ? (row as Record<string, unknown>)[name] : undefined

/** Whether a row has at least these fields. */
export const hasFields = (row: unknown, fields: object): boolean =>
  Object.keys(fields).every((name) => sameValue(member(row, name), member(fields, name)))

/** Whether a value is a real Date, of any realm. `getTime` throws for other objects. */
export function isDate(value: unknown): value is Date {
  try {
    Date.prototype.getTime.call(value as Date)
    return true
  } catch {
    return false
  }
}
