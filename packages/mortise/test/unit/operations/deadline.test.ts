import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { runWithin, type TimedCall, toTimeoutMs } from "../../../src/operations/deadline.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => {})
const work = (isSent: boolean, discard = () => {}) => ({ isSent: () => isSent, discard })

/** The code with which a call of one second ends. */
async function codeOf(use: (call: TimedCall) => Promise<unknown>): Promise<unknown> {
  const ended = Promise.resolve(runWithin(1000, use)).then(
    () => "success",
    ({ code }) => code,
  )
  await vi.advanceTimersByTimeAsync(1000)
  return ended
}

describe("a call with a deadline", () => {
  test("is unavailable if it sent nothing", async () => {
    expect(await codeOf(never)).toBe("unavailable")
    const queued = codeOf(async ({ follow }) =>
      follow(true, ({ track }) => {
        track(work(false))
        return never()
      }),
    )
    expect(await queued).toBe("unavailable")
  })

  test("is transient if it sent a read, and indeterminate if it sent a write", async () => {
    expect(await codeOf(async ({ follow }) => follow(false, never))).toBe("transient")
    expect(await codeOf(async ({ follow }) => follow(true, never))).toBe("indeterminate")
  })

  test("is indeterminate after a successful write, and transient after a write that failed", async () => {
    const written = codeOf(async ({ follow }) => {
      await follow(true, async () => {})
      await follow(false, never)
    })
    expect(await written).toBe("indeterminate")
    const failed = codeOf(async ({ follow }) => {
      await Promise.resolve(follow(true, () => Promise.reject(new Error("busy")))).catch(() => {})
      await never()
    })
    expect(await failed).toBe("transient")
  })

  test("discards its unfinished work, and refuses more", async () => {
    const discard = vi.fn()
    const further = vi.fn()
    let ended: TimedCall | undefined
    await codeOf((call) => {
      ended = call
      return call.follow(false, ({ track }) => {
        track(work(true, discard))
        return never()
      }) as Promise<unknown>
    })
    expect(discard).toHaveBeenCalledOnce()
    expect(() => ended?.follow(false, further)).toThrow("The deadline passed")
    expect(further).not.toHaveBeenCalled()
  })

  test("may retry for the rest of its time, and for at most five seconds", () => {
    runWithin(60_000, (call) => {
      expect(call.retryMs).toBe(5000)
      vi.setSystemTime(Date.now() + 58_000)
      expect(call.retryMs).toBe(2000)
    })
  })
})

test("timeoutSeconds must be a number that a timer can count", () => {
  expect(toTimeoutMs(undefined)).toBeUndefined()
  expect(toTimeoutMs(0.25)).toBe(250)
  for (const given of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2_147_484, "5", null])
    expect(() => toTimeoutMs(given as number)).toThrow("timeoutSeconds must be a number above 0")
})
