import { expect } from "vitest"
import { type Adapter, type Slots, slots } from "../../src/index.ts"

/** Sets slots on a store as the contract of `Slots` says, also by many callers at once. */
export async function expectSlots(adapter: Adapter): Promise<void> {
  const { set, read, replace, take, increment } = slots(adapter) as Slots
  const key = crypto.randomUUID()
  await set({ key, value: { deep: [1, "ü"] } })
  const never = new Date("9999-12-31T23:59:59.999Z")
  expect(await read(key)).toEqual({ key, value: { deep: [1, "ü"] }, count: 0, expires: never })
  const soon = new Date(Date.now() + 60_000)
  await set({ key, value: null, count: 7, expires: soon })
  expect(await read(key)).toEqual({ key, value: null, count: 7, expires: soon })
  expect(await increment(key, soon)).toBe(8)

  await set({ key, value: "past", expires: new Date(Date.now() - 1_000) })
  expect(await read(key)).toBeNull()
  expect(await take(key)).toBeNull()
  await Promise.all(Array.from({ length: 16 }, (_, value) => set({ key, value, expires: soon })))
  const last = await read(key)
  expect(last?.expires).toEqual(soon)
  expect(Array.from({ length: 16 }, (_, value) => value)).toContain(last?.value)

  const first = { key, count: last?.count ?? 0 }
  const replaced = await Promise.all(
    Array.from({ length: 16 }, (_, value) => replace({ ...first, value, expires: soon })),
  )
  expect(
    replaced.filter(({ ok }) => ok),
    "one of 16 callers replaces what all of them read",
  ).toHaveLength(1)
  expect(await read(key)).toMatchObject({ value: replaced.findIndex(({ ok }) => ok), count: first.count + 1 })

  const taken = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => (nth % 2 ? take(key) : set({ key, value: `again ${nth}` }))),
  )
  const found = taken.filter((slot) => slot != null)
  expect(new Set(found.map(({ value }) => value)).size, "each value is taken once").toBe(found.length)
}
