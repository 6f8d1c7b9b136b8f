import { vi } from "vitest"

export const DAY = 24 * 3600 * 1000

/**
 * Stops `Date` at the present, so that rows can be compared to the millisecond; timers and sockets go on.
 * `travel` moves it: nobody has to wait for something to expire.
 */
export function stopTheClock() {
  vi.setSystemTime(Date.now())
  return {
    now: () => Date.now(),
    /** The date that lies so far ahead of now. */
    in: (ms: number) => new Date(Date.now() + ms),
    travel: (ms: number) => void vi.setSystemTime(Date.now() + ms),
    restart: () => void vi.useRealTimers(),
  }
}
