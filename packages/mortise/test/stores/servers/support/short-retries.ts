import { afterAll, beforeAll } from "vitest"
import { retryLimit } from "../../../../src/operations/retry.ts"

/** Retries of this file end early: its tests wait for the end of retries, not for their length. */
export function shortRetries(milliseconds = 300): void {
  const usual = retryLimit.milliseconds
  beforeAll(() => {
    retryLimit.milliseconds = milliseconds
  })
  afterAll(() => {
    retryLimit.milliseconds = usual
  })
}
