import { afterEach, describe, expect, test, vi } from "vitest"
import { andThen } from "../../../src/shared/awaitable.ts"
import { closestName } from "../../../src/shared/closest-name.ts"
import { printLine, warningsTo } from "../../../src/shared/console.ts"
import { limitConcurrency } from "../../../src/shared/limit-concurrency.ts"
import { ownData } from "../../../src/shared/own-data.ts"
import { perClient } from "../../../src/shared/per-client.ts"
import { printable } from "../../../src/shared/printable.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

test("andThen continues immediately with a value, and later with a promise", async () => {
  expect(andThen(1, (value) => value + 1)).toBe(2)
  const later = andThen(Promise.resolve(1), (value) => value + 1)
  expect(later).toBeInstanceOf(Promise)
  expect(await later).toBe(2)
})

describe("limitConcurrency", () => {
  test("runs at most the limit at a time, in the order of arrival", async () => {
    const limited = limitConcurrency(2)
    const started: number[] = []
    const finish: (() => void)[] = []
    const run = (nth: number) =>
      limited(() => {
        started.push(nth)
        return new Promise<number>((resolve) => finish.push(() => resolve(nth)))
      })
    const all = [run(0), run(1), run(2), run(3)]
    await Promise.resolve()
    expect(started).toEqual([0, 1])
    finish[0]?.()
    expect(await all[0]).toBe(0)
    await expect.poll(() => started).toEqual([0, 1, 2])
    finish[1]?.()
    await expect.poll(() => started).toEqual([0, 1, 2, 3])
    finish[2]?.()
    finish[3]?.()
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
    const again = [run(4), run(5), run(6)]
    await Promise.resolve()
    expect(started).toEqual([0, 1, 2, 3, 4, 5])
    for (const nth of [4, 5]) finish[nth]?.()
    await expect.poll(() => finish).toHaveLength(7)
    finish[6]?.()
    await Promise.all(again)
  })

  test("continues after a task that failed", async () => {
    const limited = limitConcurrency(1)
    const fails = limited(() => Promise.reject(new Error("failed")))
    const works = limited(() => Promise.resolve("done"))
    await expect(fails).rejects.toThrow("failed")
    expect(await works).toBe("done")
  })
})

test("perClient makes a value once for each client", () => {
  const make = vi.fn((client: object) => ({ client }))
  const valueFor = perClient(make)
  const [one, other] = [{}, {}]
  expect(valueFor(one)).toBe(valueFor(one))
  expect(valueFor(other).client).toBe(other)
  expect(make).toHaveBeenCalledTimes(2)
})

test("printable quotes a name that is not a short word", () => {
  expect(printable("max-age_2")).toBe("max-age_2")
  expect(printable("x".repeat(64))).toBe("x".repeat(64))
  expect(printable("x".repeat(65))).toBe(`"${"x".repeat(64)}"`)
  expect(printable("a\nb")).toBe('"a\\nb"')
  expect(printable("")).toBe('""')
  expect(printable("SEC-S16 \u009b\u202e")).toBe('"SEC-S16 \\u009b\\u202e"')
})

test("closestName completes a start of three letters and forgives one edit in three letters", () => {
  const known = ["--timeout", "--retries", "--url"]
  expect(closestName("--tim", known)).toBe("--timeout")
  expect(closestName("--ti", known)).toBeUndefined()
  expect(closestName("--TIMEOUT", known)).toBe("--timeout")
  expect(closestName("--retreis", known)).toBe("--retries")
  expect(closestName("--uri", known)).toBe("--url")
  expect(closestName("abcdef", ["abcdxy"])).toBe("abcdxy")
  expect(closestName("abcde", ["abcxy"])).toBeUndefined()
  expect(closestName("abc", ["abd"])).toBe("abd")
  expect(closestName("abcd", ["abxy"])).toBeUndefined()
  expect(closestName("ab", ["abc", "abcd"])).toBe("abc")
  expect(closestName("xabc", ["abc"])).toBe("abc")
  expect(closestName("x", [])).toBeUndefined()
})

describe("ownData", () => {
  test("reads own fields only, and nothing but objects", () => {
    expect({ ...ownData(Object.create({ a: 1 }, { b: { value: 2, enumerable: true } })) }).toEqual({ b: 2 })
    for (const other of [null, undefined, 1, "text", [1], () => {}]) expect(ownData(other)).toBeUndefined()
  })

  test("has no members of its own, and no field that is not enumerable", () => {
    expect(ownData({})?.["toString"]).toBeUndefined()
    expect({ ...ownData(Object.defineProperty({}, "a", { value: 1 })) }).toEqual({})
  })

  test("never calls a getter, and is undefined for a proxy that throws", () => {
    const get = vi.fn()
    expect(typeof ownData(Object.defineProperty({}, "a", { get, enumerable: true }))?.["a"]).toBe("symbol")
    expect(get).not.toHaveBeenCalled()
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(ownData(proxy)).toBeUndefined()
  })
})

test("lines are printed on the console, and warnings unless the option says otherwise", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {})
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
  printLine("a line")
  warningsTo(undefined)("a warning")
  warningsTo(false)("an ignored warning")
  const own = vi.fn()
  warningsTo(own)("my warning")
  expect(log).toHaveBeenCalledWith("a line")
  expect(warn.mock.calls).toEqual([["a warning"]])
  expect(own.mock.calls).toEqual([["my warning"]])
})

test("SEC-S16: lines and warnings show the escapes of characters that a terminal would obey or hide", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {})
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
  printLine("one\n\ttwo \u009b\u202e")
  warningsTo(undefined)("\u2066\u{e0001}")
  expect(log).toHaveBeenCalledWith("one\n\ttwo \\u009b\\u202e")
  expect(warn).toHaveBeenCalledWith("\\u2066\\udb40\\udc01")
})
