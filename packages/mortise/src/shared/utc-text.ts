// Every row has dates, and JavaScript's own conversions are slow: they run once for each calendar day and are cached.
const maxDays = 1_000
const dayInMs = 86_400_000
const texts = new Map<number, string>()
const starts = new Map<string, number>()

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"))

/** The time of a Date, else NaN. `getTime` recognizes dates of other realms and rejects look-alikes. */
export function toTime(value: unknown): number {
  try {
    return Date.prototype.getTime.call(value as Date)
  } catch {
    return Number.NaN
  }
}

const firstTime = Date.parse("0001-01-01T00:00:00.000Z")
const lastTime = Date.parse("9999-12-31T23:59:59.999Z")

/** Whether a time is within the years 1 to 9999, which every engine can store. */
export const isStorableTime = (time: number): boolean => time >= firstTime && time <= lastTime

/** The second in which a time lies: what a column without fractions holds. */
export const truncateToSecond = (time: number): number => Math.floor(time / 1000) * 1000

/** A storable time in UTC: `2026-11-15T08:30:00.000`. */
export function formatUtc(time: number): string {
  const start = Math.floor(time / dayInMs) * dayInMs
  const day = getOrCreate(texts, start, () => new Date(start).toISOString().slice(0, 11))
  const ms = time - start
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${day}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}.${String(1000 + (ms % 1000)).slice(1)}`
}

/** Reads such a text, with any separator between day and time, or a day alone. Other texts give an invalid Date. */
export function parseUtc(text: string): Date {
  const day = text.slice(0, 10)
  const start = getOrCreate(starts, day, () => parseDay(day))
  if (text.length === day.length) return new Date(start)
  const [hours, minutes, seconds] = [numberAt(text, 11), numberAt(text, 14), numberAt(text, 17)]
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return new Date(Number.NaN)
  const ms = text.length > 20 ? Number(text.slice(20, 23).padEnd(3, "0")) : 0
  return new Date(start + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + ms)
}

// Some JavaScript engines read February 30 as a day in March, or a malformed text as local time.
function parseDay(day: string): number {
  const start = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day ? Number.NaN : start
}

const numberAt = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * "0".charCodeAt(0)

function getOrCreate<K, V>(days: Map<K, V>, key: K, make: () => V): V {
  let value = days.get(key)
  if (value === undefined) {
    if (days.size >= maxDays) days.clear()
    value = make()
    days.set(key, value)
  }
  return value
}
