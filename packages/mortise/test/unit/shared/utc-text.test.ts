import { describe, expect, test } from "vitest"
import { seededRandom } from "../../../../workshop/src/tests/seed.ts"
import { formatUtc, isStorableTime, parseUtc, toTime } from "../../../src/shared/utc-text.ts"

const firstMoment = Date.parse("0001-01-01T00:00:00.000Z")
const lastMoment = Date.parse("9999-12-31T23:59:59.999Z")
const random = seededRandom("times")
const times = [
  0,
  -1,
  1,
  999,
  86_399_999,
  86_400_000,
  firstMoment,
  lastMoment,
  ...["1969-12-31T23:59:59.999Z", "2024-02-29T12:34:56.078Z", "2000-01-01T00:00:00.100Z"].map(Date.parse),
  ...Array.from({ length: 3_000 }, () => Math.floor(firstMoment + random() * (lastMoment - firstMoment))),
]
const isoOf = (time: number) => new Date(time).toISOString().slice(0, -1)

describe("times as text", () => {
  test("have the digits of their ISO form, even for more days than the cache holds", () => {
    expect(times.map((time) => formatUtc(time))).toEqual(times.map(isoOf))
  })

  test("are read to the millisecond, with a space between day and time", () => {
    const read = times.map((time) => parseUtc(isoOf(time).replace("T", " ")).getTime())
    expect(read).toEqual(times)
  })

  test.each([
    ["2026-11-15 08:30:59", "2026-11-15T08:30:59.000Z"],
    ["2026-11-15 08:30:59.5", "2026-11-15T08:30:59.500Z"],
    ["2026-11-15 08:30:59.07", "2026-11-15T08:30:59.070Z"],
    ["2026-11-15 08:30:59.123456", "2026-11-15T08:30:59.123Z"],
    ["2026-11-15", "2026-11-15T00:00:00.000Z"],
  ])("are read with any precision (%s)", (text, iso) => {
    expect(parseUtc(text).toISOString()).toBe(iso)
  })

  test.each([
    "0000-00-00 00:00:00.000",
    "2026-00-15 08:30:00.000",
    "2026-02-30 08:30:00.000",
    "2026-11-15 ab:cd:ef",
    "2026-11-15 24:00:00",
    "2026-11-15 23:60:00",
    "2026-11-15 23:59:60",
    "",
    "yesterday",
    "08:30:00",
  ])("are invalid dates if the text is malformed (%j)", (text) => {
    expect(parseUtc(text).getTime()).toBeNaN()
  })
})

describe("storable times", () => {
  test("are those of the years 1 to 9999", () => {
    for (const time of [firstMoment, 0, lastMoment]) expect(isStorableTime(time)).toBe(true)
    for (const time of [firstMoment - 1, lastMoment + 1, Number.NaN]) expect(isStorableTime(time)).toBe(false)
  })

  test("are those of a Date, not of a look-alike", () => {
    expect(toTime(new Date(7))).toBe(7)
    for (const other of [{ getTime: () => 7 }, Object.create(Date.prototype), "2026-11-15", 7, null])
      expect(toTime(other)).toBeNaN()
  })
})
