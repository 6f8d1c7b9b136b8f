const units = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** "in 3 days", "2 hours ago". A unit counts at least 2: "in 1 day" could be 47 hours. */
export function distanceTo(time: number, now: number): string {
  const seconds = (time - now) / 1000
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= 2 * size) ?? ["second", 1]
  return relative.format(Math.trunc(seconds / length), unit)
}
