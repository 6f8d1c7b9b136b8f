import { type Follow, runWithin, type TimedCall, toTimeoutMs, type Work } from "../operations/deadline.ts"
import { perClient } from "../shared/per-client.ts"
import type { Driver, RunTimed } from "./driver.ts"
import { isRead } from "./statement.ts"

/** A driver, and what runs calls on it that end at their deadline. */
export type Timing = { readonly driver: Driver; readonly runTimed: RunTimed | undefined }

// Batches and openings belong to a driver. Adapters with the same deadline share them: frameworks make an adapter for
// every request.
const timings = perClient((_driver: Driver) => new Map<number, Timing>())

/** The driver for calls with a deadline; without one, the driver itself. */
export function getTiming(driver: Driver, timeoutSeconds: number | undefined): Timing {
  const timeoutMs = toTimeoutMs(timeoutSeconds)
  if (timeoutMs === undefined) return { driver, runTimed: undefined }
  const timingsByTimeout = timings(driver)
  const timing = timingsByTimeout.get(timeoutMs) ?? {
    driver: { ...driver },
    runTimed: runTimedFor(timeoutMs),
  }
  timingsByTimeout.set(timeoutMs, timing)
  return timing
}

const runTimedFor =
  (timeoutMs: number): RunTimed =>
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
