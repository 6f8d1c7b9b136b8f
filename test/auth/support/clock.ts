const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A clock that moves only when it is told to. It starts at the present: identity providers have their own. */
export function fakeClock() {
  let time = Math.floor(Date.now() / SECOND) * SECOND
  return {
    now: () => time,
    /** The date so far ahead. */
    in: (ms: number) => new Date(time + ms),
    travel: (ms: number) => {
      time += ms
    },
  }
}
