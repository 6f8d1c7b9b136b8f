import { expect, test } from "vitest"
import { newId } from "../../../src/contract/new-id.ts"

test("newId is a UUID of version 7", () => {
  const before = Date.now()
  const id = newId()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const time = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

test("newId never repeats an id", () => {
  const ids = Array.from({ length: 100_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
})

test("newId varies all random bits", () => {
  const bits = Array.from({ length: 500 }, () => BigInt(`0x${newId().replaceAll("-", "").slice(12)}`))
  const ones = bits.reduce((seen, bit) => seen | bit, 0n)
  const zeros = bits.reduce((seen, bit) => seen | ~bit, 0n)
  const varying = ones & zeros & ((1n << 80n) - 1n)
  // Of 80 bits, four contain the version and two the variant.
  expect(varying.toString(2).replaceAll("0", "")).toHaveLength(74)
})
