import { MortiseError } from "../../contract/errors.ts"
import { perClient } from "../../shared/per-client.ts"
import { type WithinDeadline, withinDeadline } from "./deadline.ts"
import type { Driver } from "./driver.ts"

/** A driver, and how its calls end at their deadline. */
export type Timing = { readonly driver: Driver; readonly within?: WithinDeadline }

// Batches and openings belong to a driver. Those of adapters with the same deadline are shared: frameworks make an
// adapter for every request.
const timings = perClient((_driver: Driver) => new Map<number, Timing>())

// A timer with a longer delay fires at once.
const longestTimeoutSeconds = Math.floor((2 ** 31 - 1) / 1000)

/** The driver for calls with a deadline; without one, the driver itself. */
export function timing(driver: Driver, timeoutSeconds: number | undefined): Timing {
  if (timeoutSeconds === undefined) return { driver }
  if (!(timeoutSeconds > 0 && timeoutSeconds <= longestTimeoutSeconds))
    throw new MortiseError(
      "invalid",
      `timeoutSeconds must be a number above 0 and at most ${longestTimeoutSeconds}.`,
    )
  const known = timings(driver)
  const timed = known.get(timeoutSeconds) ?? {
    driver: { ...driver },
    within: withinDeadline(timeoutSeconds * 1000),
  }
  known.set(timeoutSeconds, timed)
  return timed
}
