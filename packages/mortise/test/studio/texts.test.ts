import { describe, expect, test } from "vitest"
import { describeList } from "../../../pages/src/studio/describe-list.ts"
import { distanceTo } from "../../../pages/src/studio/distance-to.ts"

const list = {
  rows: 0,
  isPartial: false,
  isLoading: false,
  isComplete: true,
  info: undefined,
  total: undefined,
}

describe("SEC-T22 the number above the list", () => {
  test.each([false, true])(
    "users that could not be read are not counted as none (a search: %j)",
    (isPartial) => {
      expect(describeList({ ...list, isPartial, isComplete: false })).toBe("Not loaded")
    },
  )

  test("a page that could not be read is not the end of the list", () => {
    const failed = { ...list, rows: 50, isComplete: false }
    expect(describeList(failed)).toBe("50 users so far")
    expect(describeList({ ...failed, isPartial: true })).toBe("50 users found so far")
  })

  test("a list that was read counts its rows", () => {
    expect(describeList(list)).toBe("0 users")
    expect(describeList({ ...list, rows: 1, isPartial: true, info: { found: 1 } })).toBe("1 user found")
  })
})

describe("SEC-T22 a distance in time", () => {
  const hour = 3_600_000
  test.each([
    [47.9, "in 47 hours"],
    [-47.9, "47 hours ago"],
    [49, "in 2 days"],
    [1.5, "in 90 minutes"],
    [24 * 45, "in 45 days"],
    [24 * 400, "in 13 months"],
    [0, "now"],
  ])("%s hours are never rounded to one day, month or year", (hours, text) => {
    expect(distanceTo(hours * hour, 0)).toBe(text)
  })
})
