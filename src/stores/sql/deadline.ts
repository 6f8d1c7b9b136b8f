/**
 * Ends calls at a deadline. A call races against a timer and knows its unfinished work: whether it is a write, whether it
 * was sent, and how to discard its connection. When the timer fires first, that decides the error: a call that sent
 * nothing is `unavailable`, a read is `transient`, and a write, or a call after a successful write, is `indeterminate`.
 * From then on the driver of the call sends nothing, so that queued statements and retries end too.
 */
import type { Awaitable } from "../../shared/awaitable.ts"
import { isRead } from "./compile/statement.ts"
import { deadlineError } from "./deadline-error.ts"
import type { Call, Driver, Work } from "./driver.ts"

/** Runs work with a driver that knows the deadline. `follow` runs work that other calls share. */
export type WithinDeadline = <T>(
  driver: Driver,
  work: (driver: Driver, follow: Follow) => Awaitable<T>,
) => Awaitable<T>

type Follow = <T>(isWrite: boolean, start: (call: Call) => Awaitable<T>) => Awaitable<T>

const longestRetryMs = 5_000

export const withinDeadline =
  (timeoutMs: number): WithinDeadline =>
  (driver, work) => {
    const call = createCall(driver, timeoutMs)
    const result = work(call.driver, call.follow)
    if (!(result instanceof Promise)) return result
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(call.end()), timeoutMs)
      result.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

type TimedCall = { readonly driver: Driver; readonly follow: Follow; end(): Error }

function createCall(driver: Driver, timeoutMs: number): TimedCall {
  const deadline = Date.now() + timeoutMs
  const unfinished = new Set<{ readonly isWrite: boolean; work: Work }>()
  let [isOver, wasSent, hasWritten] = [false, false, false]

  const follow: Follow = (isWrite, start) => {
    if (isOver) throw deadlineError()
    const entry = { isWrite, work: { isSent: () => !driver.tracksCalls, discard: () => {} } as Work }
    const result = start({
      get isOver() {
        return isOver
      },
      track(work) {
        entry.work = work
      },
    })
    if (!(result instanceof Promise)) return result
    unfinished.add(entry)
    const finish = () => {
      unfinished.delete(entry)
      wasSent ||= entry.work.isSent()
    }
    return result.then(
      (value) => {
        finish()
        hasWritten ||= isWrite
        return value
      },
      (error) => {
        finish()
        throw error
      },
    )
  }
  return {
    follow,
    driver: {
      ...driver,
      get retryMs() {
        return Math.min(longestRetryMs, deadline - Date.now())
      },
      run: (statement, values) => follow(!isRead(statement), (call) => driver.run(statement, values, call)),
      batch: (steps) => follow(true, (call) => driver.batch(steps, call)),
    },
    end() {
      isOver = true
      const sent = [...unfinished].filter(({ work }) => work.isSent())
      for (const { work } of unfinished) work.discard()
      if (hasWritten || sent.some(({ isWrite }) => isWrite)) return deadlineError("indeterminate")
      return deadlineError(sent.length > 0 || wasSent ? "transient" : "unavailable")
    },
  }
}
