import { type Follow, runWithin, type TimedCall, type Work } from "../../operations/deadline.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import { isRead } from "./compile/statement.ts"
import type { Driver } from "./driver.ts"

/** Runs work with a driver that knows the deadline. `follow` runs work that other calls share. */
export type WithinDeadline = <T>(
  driver: Driver,
  work: (driver: Driver, follow: Follow) => Awaitable<T>,
) => Awaitable<T>

export const withinDeadline =
  (timeoutMs: number): WithinDeadline =>
  (driver, work) =>
    runWithin(timeoutMs, (call) => work(timedDriver(driver, call), call.follow))

const notSent: Work = { isSent: () => false, discard: () => {} }

/** The driver of one call. Once the call is over, it sends nothing. */
function timedDriver(driver: Driver, call: TimedCall): Driver {
  const follow: Follow = (isWrite, start) =>
    call.follow(isWrite, (current) => {
      if (driver.tracksCalls) current.track(notSent)
      return start(current)
    })
  return {
    ...driver,
    get retryMs() {
      return call.retryMs
    },
    run: (statement, values) =>
      follow(!isRead(statement), (current) => driver.run(statement, values, current)),
    batch: (steps) => follow(true, (current) => driver.batch(steps, current)),
  }
}
