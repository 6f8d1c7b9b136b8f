import { expect } from "vitest"

/** Fails if a call with a deadline of less than a second takes two seconds or more. */
export async function inTime<T>(call: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await call()
  } finally {
    expect(performance.now() - start).toBeLessThan(2000)
  }
}

/** The code of the error of a call, or `success`. */
export const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "success",
    (error: { code: string }) => error.code,
  )
