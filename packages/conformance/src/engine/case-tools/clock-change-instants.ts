// Instants at which an adapter that stores local time, or reads UTC text as local time, changes a date. They are derived
// from the clock changes of a future year in zones of all kinds, so that sessions and tokens with these expiries are
// live. When clocks are set back, an interval of local time occurs twice: one instant lies in each occurrence. When they
// are set forward, an interval is skipped: one instant lies after it, and the UTC text of another one lies inside it.

/**
 * Hours that daylight saving time skips or repeats in Europe, America and on Lord Howe Island (half an hour), and the
 * ends of a leap day and of a year. In local time, some of them do not exist and others exist twice.
 */
export const knownClockChanges: readonly Date[] = [
  "2024-03-31T00:59:59.999Z",
  "2024-03-31T01:30:00.001Z",
  "2024-10-27T00:30:00.500Z",
  "2024-10-27T01:30:00.500Z",
  "2024-03-10T06:59:59.999Z",
  "2024-03-10T07:15:00.010Z",
  "2024-11-03T05:30:00.123Z",
  "2024-11-03T06:30:00.123Z",
  "2024-04-06T14:45:00.250Z",
  "2024-04-06T15:15:00.250Z",
  "2024-10-05T15:30:00.001Z",
  "2024-02-29T23:59:59.999Z",
  "2025-12-31T23:59:59.999Z",
  // These do not exist when their UTC text is read as local time in Europe, America or Australia.
  ...["2024-03-31T02:30:00.001Z", "2024-03-10T02:30:00.001Z", "2024-10-06T02:15:00.001Z"],
].map((text) => new Date(text))

/** Whole and partial hours of offset, changes of 30, 60 and 120 minutes, at midnight and at night, north and south. */
const zones = [
  ...["Europe/London", "Europe/Berlin", "Europe/Helsinki", "Africa/Cairo", "Africa/Casablanca"],
  ...["America/New_York", "America/Los_Angeles", "America/St_Johns", "America/Santiago", "America/Havana"],
  ...["Australia/Sydney", "Australia/Lord_Howe", "Pacific/Chatham", "Antarctica/Troll"],
]

const year = 2031

/** The ends of a month, of a year and of a leap day in UTC. They are other days in most zones. */
const endsOfDays = ["2031-06-30T22:30:00.007Z", "2031-12-31T23:59:59.999Z", "2032-02-29T12:00:00.000Z"]

const minuteMs = 60_000
// Shorter than the time between two changes. The shortest is the month of Ramadan in Morocco.
const stepMs = 28 * 86_400_000

type Change = { readonly at: number; readonly before: number; readonly after: number }

let instants: readonly Date[] | undefined

/** The instants, computed at the first call. */
export function clockChangeInstants(): readonly Date[] {
  instants ??= [
    ...new Set([
      ...zones.flatMap(clockChanges).flatMap(instantsAround),
      ...endsOfDays.map((text) => Date.parse(text)),
    ]),
  ].map((time) => new Date(time))
  return instants
}

/** The milliseconds are not zero, so that a date that loses them is found too. */
function instantsAround({ at, before, after }: Change): number[] {
  const half = Math.abs(after - before) / 2
  const isSkipped = after > before
  return (isSkipped ? [at + half, at + before + half] : [at - half, at + half, at + after + half]).map(
    (time) => time + 3,
  )
}

function clockChanges(timeZone: string): Change[] {
  const offset = offsetIn(timeZone)
  const changes: Change[] = []
  const end = Date.UTC(year + 1, 0, 1)
  for (let start = Date.UTC(year, 0, 1); start < end; start += stepMs) {
    const [before, after] = [offset(start), offset(start + stepMs)]
    if (before !== after) changes.push({ at: findChange(offset, start, start + stepMs), before, after })
  }
  return changes
}

/** The first minute with the later offset, by bisection. */
function findChange(offset: (time: number) => number, start: number, end: number): number {
  const first = offset(start)
  let [low, high] = [start, end]
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs
    if (offset(middle) === first) low = middle
    else high = middle
  }
  return high
}

/** The offset of a zone from UTC in milliseconds. It is zero for a zone that the runtime does not know. */
function offsetIn(timeZone: string): (time: number) => number {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" })
    return (time) => parseOffset(format.format(time))
  } catch {
    return () => 0
  }
}

function parseOffset(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minuteMs
}
