/** Calls a function again and again while there is something to watch. */
export type Ticks = {
  start(): void
  /** Resolves at the tick at which the condition holds. */
  until(holds: () => boolean): Promise<void>
}

const tickMs = 50

/**
 * `tick` receives the length of a tick in milliseconds, and returns whether it must be called again. Counting ticks
 * measures the time in which this process runs: a debugger or a machine that sleeps does not end a case.
 */
export function createTicks(tick: (ms: number) => boolean): Ticks {
  let timer: ReturnType<typeof setInterval> | undefined
  const waiting = new Set<() => void>()
  const next = () => {
    const isNeeded = tick(tickMs)
    for (const look of waiting) look()
    if (isNeeded || waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  const start = () => {
    timer ??= setInterval(next, tickMs)
  }
  return {
    start,
    until: (holds) =>
      new Promise((resolve) => {
        const look = () => {
          if (!holds()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
        if (waiting.size > 0) start()
      }),
  }
}
