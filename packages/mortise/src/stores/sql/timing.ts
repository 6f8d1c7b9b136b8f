import { timeoutMsOf } from "../../operations/deadline.ts"
import { perClient } from "../../shared/per-client.ts"
import { type WithinDeadline, withinDeadline } from "./deadline.ts"
import type { Driver } from "./driver.ts"

/** A driver, and how its calls end at their deadline. */
export type Timing = { readonly driver: Driver; readonly within?: WithinDeadline }

// Batches and openings belong to a driver. Those of adapters with the same deadline are shared: frameworks make an
// adapter for every request.
const timings = perClient((_driver: Driver) => new Map<number, Timing>())

/** The driver for calls with a deadline; without one, the driver itself. */
export function timing(driver: Driver, timeoutSeconds: number | undefined): Timing {
  const timeoutMs = timeoutMsOf(timeoutSeconds)
  if (timeoutMs === undefined) return { driver }
  const known = timings(driver)
  const timed = known.get(timeoutMs) ?? { driver: { ...driver }, within: withinDeadline(timeoutMs) }
  known.set(timeoutMs, timed)
  return timed
}
