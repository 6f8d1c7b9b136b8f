import { describe, expect, test } from "vitest"
import { MortiseError, type Slots, slots } from "../../../src/index.ts"
import { at, minute, openMemory } from "../../support/memory.ts"
import { rowsOf } from "../support/rows.ts"
import { adapterOver, spyOnStore } from "../support/store-spy.ts"

const all = (adapter: object) => slots(adapter) as Slots

function openSlots() {
  const { adapter, travel } = openMemory()
  return { ...all(adapter), adapter, travel }
}

describe("claim", () => {
  test("creates a slot once, until it expires", async () => {
    const { claim, read, travel } = openSlots()
    expect(await claim({ key: "k", value: [1], expires: at(minute) })).toEqual({ ok: true })
    expect(await claim({ key: "k", value: [2], expires: at(2 * minute) })).toEqual({
      ok: false,
      reason: "taken",
    })
    travel(minute - 1)
    expect(await claim({ key: "k", value: [2], expires: at(2 * minute) })).toEqual({
      ok: false,
      reason: "taken",
    })
    expect(await read("k")).toMatchObject({ value: [1] })
    travel(1)
    expect(await claim({ key: "k", value: [2], expires: at(2 * minute) })).toEqual({ ok: true })
    expect(await read("k")).toEqual({ key: "k", value: [2], count: 0, expires: at(2 * minute) })
  })

  test("waits until the expired slot is deleted before it creates the next one", async () => {
    let time = at(0)
    const adapter = adapterOver(
      ({ take }) => ({
        take: async (...args) => {
          await new Promise((resolve) => setTimeout(resolve, 5))
          return take(...args)
        },
      }),
      { now: () => time.getTime() },
    )
    await all(adapter).claim({ key: "k", expires: at(minute) })
    time = at(minute)
    expect(await all(adapter).claim({ key: "k", expires: at(2 * minute) })).toEqual({ ok: true })
  })

  test("calls the store once for a new key", async () => {
    const { adapter, calls } = spyOnStore()
    await all(adapter).claim({ key: "k", expires: at(minute) })
    expect(calls).toEqual(["insert"])
  })

  test("fails if the store fails", async () => {
    const outage = new MortiseError("transient", "The store is down.")
    const adapter = adapterOver(() => ({
      insert: async () => {
        throw outage
      },
    }))
    await expect(all(adapter).claim({ key: "k", expires: at(minute) })).rejects.toBe(outage)
  })
})

describe("set", () => {
  const never = new Date("9999-12-31T23:59:59.999Z")

  test("creates a slot, and replaces all of it", async () => {
    const { set, read, take } = openSlots()
    await set({ key: "k", value: [1], count: 3, expires: at(minute) })
    expect(await read("k")).toEqual({ key: "k", value: [1], count: 3, expires: at(minute) })
    await set({ key: "k" })
    expect(await read("k")).toEqual({ key: "k", value: null, count: 0, expires: never })
    expect(await take("k")).toMatchObject({ key: "k" })
  })

  test("replaces a slot that has expired", async () => {
    const { set, read, travel } = openSlots()
    await set({ key: "k", value: "old", count: 2, expires: at(minute) })
    travel(minute)
    expect(await read("k")).toBeNull()
    await set({ key: "k", value: "new" })
    expect(await read("k")).toMatchObject({ value: "new", count: 0 })
  })

  test("replaces a slot that another caller creates concurrently", async () => {
    const adapter = adapterOver(({ insert }) => ({
      insert: async ([entry]) => {
        if (entry?.[1]["value"] === "late") await insert([["slot", { ...entry[1], value: "first" }]])
        return insert([entry as never])
      },
    }))
    await all(adapter).set({ key: "k", value: "late" })
    expect(await all(adapter).read("k")).toMatchObject({ value: "late" })
  })

  test("refuses an invalid slot before it calls the store", async () => {
    const { adapter, calls } = spyOnStore()
    await expect(all(adapter).set({ key: "" })).rejects.toMatchObject({ code: "invalid" })
    await expect(all(adapter).set({ key: "k", expires: new Date(Number.NaN) })).rejects.toMatchObject({
      code: "invalid",
    })
    expect(calls).toEqual([])
  })
})

test("read returns the slot until it expires", async () => {
  const { claim, read, travel } = openSlots()
  expect(await read("k")).toBeNull()
  await claim({ key: "k", value: { a: 1 }, count: 3, expires: at(minute) })
  travel(minute - 1)
  expect(await read("k")).toEqual({ key: "k", value: { a: 1 }, count: 3, expires: at(minute) })
  expect(await read("other")).toBeNull()
  travel(1)
  expect(await read("k")).toBeNull()
})

test("replace sets the value of a live slot, and its expiry if given", async () => {
  const { claim, read, replace, travel } = openSlots()
  expect(await replace({ key: "k", value: 1 })).toEqual({ ok: false, reason: "absent" })
  await claim({ key: "k", value: 1, expires: at(minute) })
  expect(await replace({ key: "k", value: 2 })).toEqual({ ok: true })
  expect(await read("k")).toMatchObject({ value: 2, expires: at(minute) })
  expect(await replace({ key: "k", value: 3, expires: at(2 * minute) })).toEqual({ ok: true })
  expect(await read("k")).toMatchObject({ value: 3, expires: at(2 * minute) })
  travel(2 * minute)
  expect(await replace({ key: "k", value: 4, expires: at(3 * minute) })).toEqual({
    ok: false,
    reason: "absent",
  })
  expect(await read("k")).toBeNull()
})

test("increment adds one to a live slot and starts again at 1 when the slot expires", async () => {
  const { increment, read, travel } = openSlots()
  expect(await increment("k", at(minute))).toBe(1)
  expect(await increment("k", at(2 * minute))).toBe(2)
  expect(await increment("other", at(minute))).toBe(1)
  expect(await read("k")).toMatchObject({ count: 2, expires: at(minute) })
  travel(minute)
  expect(await increment("k", at(3 * minute))).toBe(1)
  expect(await read("k")).toMatchObject({ count: 1, expires: at(3 * minute) })
})

test("take deletes and returns a live slot, and leaves the others", async () => {
  const { claim, take, travel, adapter } = openSlots()
  for (const key of ["k", "other"]) await claim({ key, value: key, expires: at(minute) })
  expect(await take("k")).toMatchObject({ key: "k", value: "k" })
  expect(await take("k")).toBeNull()
  expect(await rowsOf(adapter, "slot")).toMatchObject([{ key: "other" }])
  travel(minute)
  expect(await take("other")).toBeNull()
})

test("a key that cannot exist finds nothing, without calling the store", async () => {
  const { adapter, calls } = spyOnStore()
  const { read, take } = all(adapter)
  for (const key of ["", "\0", undefined as unknown as string]) {
    expect(await read(key)).toBeNull()
    expect(await take(key)).toBeNull()
  }
  expect(calls).toEqual([])
})
