import { expect, test } from "vitest"
import { uuid7 } from "../../../src/shared/uuid7.ts"

test("a UUID of version 7 starts with the time and is unique", () => {
  const before = Date.now()
  const ids = Array.from({ length: 1000 }, uuid7)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(Date.now())
  }
})
