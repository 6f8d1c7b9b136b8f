import { expect, test, vi } from "vitest"
import { seededRandom } from "../../../../workshop/src/tests/seed.ts"
import { newCuid } from "../../../src/schema/new-cuid.ts"

test("newCuid has the format of Prisma's cuid, and starts with the time", () => {
  const before = Date.now()
  const id = newCuid()
  expect(id).toMatch(/^c[0-9a-z]{24}$/)
  const time = Number.parseInt(id.slice(1, 9), 36)
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

test("newCuid never repeats an id, and uses every character equally", () => {
  const random = seededRandom("bytes of ids")
  const bytes = vi
    .spyOn(crypto, "getRandomValues")
    .mockImplementation((array) => (array as Uint8Array).map(() => Math.floor(random() * 256)) as never)
  const ids = Array.from({ length: 20_000 }, newCuid)
  bytes.mockRestore()
  expect(new Set(ids).size).toBe(ids.length)
  const counts = new Map<string, number>()
  for (const id of ids)
    for (const character of id.slice(9)) counts.set(character, (counts.get(character) ?? 0) + 1)
  const expected = (ids.length * 16) / 36
  expect(counts.size).toBe(36)
  // Five standard deviations.
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected))
})
