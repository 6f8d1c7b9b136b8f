import type { Cell } from "../protocol.ts"

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" })
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" })
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })
const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const longId = /^[0-9a-f]{8}-[0-9a-f-]{27}$|^[\w-]{24,}$/

/** "16 Nov 2026 02:10:11", in the time zone of the browser. */
const clockTime = (ms: number): string => `${day.format(ms)} ${time.format(ms)}`

/** "16 Nov". */
export const dayAndMonth = (ms: number): string => date.format(ms)

/** "02:10:11". */
export const timeOfDay = (ms: number): string => time.format(ms)

/** "0.21 ms", "21 ms" or "2.1 s". */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return `${ms < 10 ? ms.toFixed(2) : Math.round(ms)} ms`
}

/** "0 s", "12 s". */
export const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`

/** "about 5 s", "about 2 min". */
export const roughDuration = (expected: number): string =>
  expected < 90 ? `about ${expected} s` : `about ${Math.round(expected / 60)} min`

/** "1 row", "2 rows". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** A cell as short text: dates in local time, long ids by their ends. */
export function cellText(cell: Cell): string {
  if (cell === null) return "null"
  if (typeof cell !== "string") return String(cell)
  if (isoDate.test(cell)) return clockTime(Date.parse(cell))
  return longId.test(cell) ? `${cell.slice(0, 4)}…${cell.slice(-4)}` : cell
}
