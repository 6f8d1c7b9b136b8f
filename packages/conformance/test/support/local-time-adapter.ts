import { memoryAdapter } from "mortise/memory"

const digits = (value: number, length = 2): string => String(value).padStart(length, "0")

/** A date as a column without a time zone stores it: in local time. */
function localTime(date: Date): string {
  const day = [date.getFullYear(), digits(date.getMonth() + 1), digits(date.getDate())].join("-")
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => digits(part)).join(":")
  return `${day}T${time}.${digits(date.getMilliseconds(), 3)}`
}

/** Correct in zones without daylight saving time, and wrong for an hour a year in the others. */
export function localTimeAdapter() {
  const good = memoryAdapter({ onWarning: () => {} })
  const shifted = (date: Date | null | undefined) => date && new Date(localTime(date))
  return {
    ...good,
    updateUser: (user: Parameters<typeof good.updateUser>[0]) =>
      good.updateUser({ ...user, emailVerified: shifted(user.emailVerified) }),
  }
}
