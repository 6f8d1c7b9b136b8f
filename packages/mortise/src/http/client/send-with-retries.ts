import type { Bytes } from "../../shared/bytes.ts"
import type { Call } from "../protocol/call.ts"
import { newNonce } from "../protocol/signature.ts"
import type { Breaker } from "./breaker.ts"
import { breakerError, clientError, isInFlight, isOutcomeUnknown, mayRetry } from "./client-errors.ts"
import type { SendOnce } from "./send-once.ts"
import type { Settings } from "./settings.ts"

/** Makes a call and returns the undecoded result; throws a `MortiseError`. */
export type SendWithRetries = (call: Call, body: Bytes, operation: string) => Promise<unknown>

const shortestPauseMs = 50
const longestPauseMs = 2000

/**
 * Retries what may be retried: reads, and writes under the idempotency key of their first attempt. When the
 * server is still running the write, the client asks again, any number of times, until one timeout has passed.
 * A trial of the breaker is not retried.
 */
export function createSendWithRetries(
  sendOnce: SendOnce,
  breaker: Breaker,
  { retries, timeoutMs }: Settings,
): SendWithRetries {
  return async ({ name, effect }, body, operation) => {
    const admission = breaker.admit()
    if (!admission) throw breakerError(operation)
    const isWrite = effect === "write"
    const message = { name, body, idempotencyKey: isWrite ? newNonce() : "" }
    const waitUntil = Date.now() + timeoutMs
    let isUnknown = false
    let retriesLeft = admission === "trial" ? 0 : retries
    for (let tries = 0; ; tries++) {
      const attempt = await sendOnce(message)
      breaker.record(admission, attempt)
      if (attempt.kind === "result") return attempt.result
      isUnknown ||= isWrite && isOutcomeUnknown(attempt)
      const isAwaited = isInFlight(attempt) && Date.now() < waitUntil
      if (!isAwaited && (retriesLeft-- === 0 || !mayRetry(attempt)))
        throw clientError(attempt, { name, operation }, isUnknown)
      await pause(tries)
    }
  }
}

/** Exponential backoff with jitter. */
function pause(tries: number): Promise<void> {
  const most = Math.min(longestPauseMs, shortestPauseMs * 2 ** tries)
  return new Promise((resolve) => setTimeout(resolve, most * (0.5 + Math.random() / 2)))
}
