import { retryLimit } from "../../../../src/operations/retry.ts"

/** Runs a call whose retries cannot succeed, and lets them end early. */
export async function withShortRetries<T>(call: () => Promise<T>): Promise<T> {
  const { milliseconds } = retryLimit
  retryLimit.milliseconds = 300
  try {
    return await call()
  } finally {
    retryLimit.milliseconds = milliseconds
  }
}
