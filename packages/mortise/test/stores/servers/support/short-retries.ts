import { retryLimit } from "../../../../src/operations/retry.ts"

const usual = retryLimit.milliseconds
let running = 0

/** Runs a call whose retries cannot succeed, and lets them end early. Several can run at once. */
export async function withShortRetries<T>(call: () => Promise<T>): Promise<T> {
  running++
  retryLimit.milliseconds = 300
  try {
    return await call()
  } finally {
    if (--running === 0) retryLimit.milliseconds = usual
  }
}
