import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { MortiseError } from "../../../src/index.ts"
import { withRetry } from "../../../src/operations/retry.ts"

const same = <T>(value: T): T => value

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
  test("as `transient` is retried for five seconds, with growing pauses", async () => {
    const { times, work, translate } = failing("transient")
    const outcome = Promise.resolve(withRetry(work, same, translate)).catch(({ code }) => code)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toBe("transient")
    expect(times.at(-1)).toBeGreaterThan(4500)
    expect(times.at(-1)).toBeLessThan(5200)
    const pauses = times.slice(1).map((time, nth) => time - (times[nth] ?? 0))
    expect(Math.max(...pauses.slice(0, 3))).toBeLessThan(20)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(100)
  })

  test("is retried after pauses that differ between callers", async () => {
    const pausesOf = async () => {
      const { times, work, translate } = failing("transient")
      const start = Date.now()
      const outcome = Promise.resolve(withRetry(work, same, translate)).catch(() => {})
      await vi.advanceTimersByTimeAsync(10_000)
      await outcome
      return times.map((time) => time - start).join()
    }
    expect(await pausesOf()).not.toBe(await pausesOf())
  })

  test.each(["indeterminate", "unavailable"] as const)("as `%s` is not retried", async (code) => {
    const { times, work, translate } = failing(code)
    await expect(withRetry(work, same, translate)).rejects.toMatchObject({ code })
    expect(times).toHaveLength(1)
  })

  test("inside a transaction of the caller is not retried", async () => {
    const { times, work, translate } = failing("transient")
    const joined = { isJoined: () => true }
    await expect(withRetry(work, same, translate, joined)).rejects.toMatchObject({ code: "transient" })
    expect(times).toHaveLength(1)
  })

  test("and succeeds in a retry returns its result", async () => {
    let tries = 0
    const work = () => (++tries < 4 ? Promise.reject(new Error("busy")) : Promise.resolve("done"))
    const outcome = withRetry(work, same, () => new MortiseError("transient", "It was busy."))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await outcome).toBe("done")
    expect(tries).toBe(4)
  })

  test("and succeeds in a retry passes its result to the next step once", async () => {
    let tries = 0
    const work = () => (++tries < 3 ? Promise.reject(new Error("busy")) : Promise.resolve(tries))
    const next = vi.fn((given: number) => `after ${given}`)
    const outcome = withRetry(work, next, () => new MortiseError("transient", "It was busy."))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await outcome).toBe("after 3")
    expect(next).toHaveBeenCalledTimes(1)
  })
})

describe("the step after a unit of work", () => {
  const unreadable = (): never => {
    throw new MortiseError("corrupt", "It cannot be read.")
  }

  test("is not part of it: if the step fails, the work is not retried", async () => {
    const work = vi.fn(() => Promise.resolve("done"))
    const translate = vi.fn(() => new MortiseError("transient", "It was busy."))
    await expect(withRetry(work, unreadable, translate)).rejects.toMatchObject({ code: "corrupt" })
    expect(() => withRetry(() => "at once", unreadable, translate)).toThrow("It cannot be read.")
    expect(work).toHaveBeenCalledTimes(1)
    expect(translate).not.toHaveBeenCalled()
  })
})
