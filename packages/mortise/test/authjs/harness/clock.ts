import { vi } from "vitest"

export const DAY = 24 * 3600 * 1000

/**
 * Stops `Date` at the current time, so that rows can be compared to the millisecond. Timers and sockets still run.
 * `travel` moves the time forward, so that no test has to wait until a row expires.
 */
export function stopTheClock() {
  vi.setSystemTime(Date.now())
  return {
    now: () => Date.now(),
    /** The date that is this many milliseconds ahead. */
    in: (ms: number) => new Date(Date.now() + ms),
    travel: (ms: number) => void vi.setSystemTime(Date.now() + ms),
    restart: () => void vi.useRealTimers(),
  }
}
