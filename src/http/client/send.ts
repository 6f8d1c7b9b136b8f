import type { Bytes } from "../../shared/bytes.ts"
import type { Call } from "../protocol/call.ts"
import { newNonce } from "../protocol/signature.ts"
import type { Breaker } from "./breaker.ts"
import type { Exchange } from "./exchange.ts"
import { failureOf, isInFlight, isOpen, leftAlone, mayTryAgain } from "./failure.ts"
import type { Settings } from "./http-options.ts"

/** Makes a call and gives the result as it came; throws a `MortiseError`. */
export type Send = (call: Call, body: Bytes, operation: string) => Promise<unknown>

const shortestPause = 50
const longestPause = 2000

/**
 * Tries again what may be tried again: reads, and writes under the key that they had the first time. A write
 * that the server is still working on is waited for, however often one has to ask, for as long as one try
 * may take. What is sent to find out whether the server is back is not tried again.
 */
export function createSend(exchange: Exchange, breaker: Breaker, { retries, timeoutMs }: Settings): Send {
  return async ({ name, effect }, body, operation) => {
    const pass = breaker.admit()
    if (!pass) throw leftAlone(operation)
    const isWrite = effect === "write"
    const message = { name, body, idempotencyKey: isWrite ? newNonce() : "" }
    const patience = Date.now() + timeoutMs
    let open = false
    let left = pass === "probe" ? 0 : retries
    for (let tries = 0; ; tries++) {
      const attempt = await exchange(message)
      breaker.note(pass, attempt)
      if (attempt.kind === "result") return attempt.result
      open ||= isWrite && isOpen(attempt)
      const isAwaited = isInFlight(attempt) && Date.now() < patience
      if (!isAwaited && (left-- === 0 || !mayTryAgain(attempt))) throw failureOf(attempt, operation, open)
      await pause(tries)
    }
  }
}

/** Longer each time, and never the same for two callers. */
function pause(tries: number): Promise<void> {
  const most = Math.min(longestPause, shortestPause * 2 ** tries)
  return new Promise((resolve) => setTimeout(resolve, most * (0.5 + Math.random() / 2)))
}
