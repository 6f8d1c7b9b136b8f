/** Starts to call a function again and again while there is something to watch. */
export type StartTicks = () => void

const tickMs = 50

/**
 * `tick` receives the length of a tick in milliseconds, and returns whether it must be called again. Counting ticks
 * measures the time in which this process runs: a debugger or a machine that sleeps does not end a case.
 */
export function createTicks(tick: (ms: number) => boolean): StartTicks {
  let timer: ReturnType<typeof setInterval> | undefined
  const next = () => {
    if (tick(tickMs)) return
    clearInterval(timer)
    timer = undefined
  }
  return () => {
    timer ??= setInterval(next, tickMs)
  }
}
