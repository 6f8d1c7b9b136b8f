/** A date, or a time in milliseconds, as ISO text; null if it is neither or out of range. */
export function isoTime(value: unknown): string | null {
  if (!(value instanceof Date) && typeof value !== "number") return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
