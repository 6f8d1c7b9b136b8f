import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { MortiseError } from "../../../src/index.ts"
import { attempt } from "../../../src/stores/sql/attempt.ts"

const failing = (code: "transient" | "indeterminate" | "unavailable") => {
  const times: number[] = []
  const work = () => {
    times.push(Date.now())
    return Promise.reject(new Error(code))
  }
  return { times, work, translate: () => new MortiseError(code, "It failed.") }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe("a unit of work that fails", () => {
  test("as `transient` is run again for five seconds, ever more seldom, and then given up", async () => {
    const { times, work, translate } = failing("transient")
    const outcome = Promise.resolve(attempt(work, translate)).catch(({ code }) => code)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toBe("transient")
    expect(times.at(-1)).toBeGreaterThan(4500)
    expect(times.at(-1)).toBeLessThan(5200)
    const pauses = times.slice(1).map((time, nth) => time - (times[nth] ?? 0))
    expect(Math.max(...pauses.slice(0, 3))).toBeLessThan(20)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(100)
  })

  test("is run again after pauses that differ between callers", async () => {
    const pausesOf = async () => {
      const { times, work, translate } = failing("transient")
      const start = Date.now()
      const outcome = Promise.resolve(attempt(work, translate)).catch(() => {})
      await vi.advanceTimersByTimeAsync(10_000)
      await outcome
      return times.map((time) => time - start).join()
    }
    expect(await pausesOf()).not.toBe(await pausesOf())
  })

  test.each(["indeterminate", "unavailable"] as const)("as `%s` is not run again", async (code) => {
    const { times, work, translate } = failing(code)
    await expect(attempt(work, translate)).rejects.toMatchObject({ code })
    expect(times).toHaveLength(1)
  })

  test("inside a transaction of the caller's is not run again", async () => {
    const { times, work, translate } = failing("transient")
    const joined = { isJoined: () => true }
    await expect(attempt(work, translate, joined)).rejects.toMatchObject({ code: "transient" })
    expect(times).toHaveLength(1)
  })

  test("and then works answers as if nothing had been", async () => {
    let tries = 0
    const work = () => (++tries < 4 ? Promise.reject(new Error("busy")) : Promise.resolve("done"))
    const outcome = attempt(work, () => new MortiseError("transient", "It was busy."))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await outcome).toBe("done")
    expect(tries).toBe(4)
  })
})
