const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A clock that moves only by `advance`. It starts at the current time, because identity providers use the real one. */
export function fakeClock() {
  let time = Math.floor(Date.now() / SECOND) * SECOND
  return {
    now: () => time,
    /** The date this many milliseconds from now. */
    in: (ms: number) => new Date(time + ms),
    advance: (ms: number) => {
      time += ms
    },
  }
}
