import { isStorableTime } from "../shared/utc-text.ts"

const [first, last] = [Date.parse("0001-01-01T00:00:00.000Z"), Date.parse("9999-12-31T23:59:59.999Z")]

/**
 * The time of a date in one of the forms that adapters of Better Auth store or pass: a Date, milliseconds, or a text,
 * which is UTC unless it has an offset. A time that an engine cannot store becomes the nearest that it can; NaN if there
 * is no date.
 */
export function timeFrom(value: unknown): number {
  const time = parsedTime(value)
  if (Number.isNaN(time) || isStorableTime(time)) return time
  return time < first ? first : last
}

function parsedTime(value: unknown): number {
  if (value instanceof Date) return value.getTime()
  if (typeof value === "number") return value
  if (typeof value !== "string") return Number.NaN
  if (/^-?\d{5,}(\.\d+)?$/.test(value)) return Number(value)
  return Date.parse(hasZone.test(value) ? value : `${value.replace(" ", "T")}${isDay.test(value) ? "" : "Z"}`)
}

const hasZone = /(z|[+-]\d\d:?\d\d)$/i
// A day alone is UTC already.
const isDay = /^\d{4}-\d\d-\d\d$/
