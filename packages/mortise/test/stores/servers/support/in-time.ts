import { expect, onTestFinished, vi } from "vitest"

/** Fails if a call takes as long as retries do, which end after five seconds. Its deadline is less than a second. */
export async function inTime<T>(call: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await call()
  } finally {
    expect(performance.now() - start).toBeLessThan(4500)
  }
}

/** Deadlines of later calls are not reached until the test ends, however slow the machine is. */
export function stopDeadlines(timeoutSeconds: number): void {
  const start = globalThis.setTimeout
  const startUnlessDeadline = (end: () => void, ms?: number) =>
    ms === timeoutSeconds * 1000 ? start(() => {}, 0) : start(end, ms)
  const timers = vi
    .spyOn(globalThis, "setTimeout")
    .mockImplementation(startUnlessDeadline as typeof setTimeout)
  onTestFinished(() => timers.mockRestore())
}

/** The code of the error of a call, or `success`. */
export const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "success",
    (error: { code: string }) => error.code,
  )
