import type { Bytes } from "../protocol/bytes.ts"
import type { Call } from "../protocol/call.ts"
import { newNonce } from "../protocol/signature.ts"
import type { Exchange } from "./exchange.ts"
import { failureOf, isOpen, mayTryAgain } from "./failure.ts"

/** Makes a call and gives the result as it came; throws a `MortiseError`. */
export type Send = (call: Call, body: Bytes, operation: string) => Promise<unknown>

const shortestPause = 50
const longestPause = 2000

/** Tries again what may be tried again: reads, and writes under the key that they had the first time. */
export function createSend(exchange: Exchange, retries: number): Send {
  return async ({ name, effect }, body, operation) => {
    const isWrite = effect === "write"
    const message = { name, body, idempotencyKey: isWrite ? newNonce() : "" }
    let open = false
    for (let tries = 0; ; tries++) {
      const attempt = await exchange(message)
      if (attempt.kind === "result") return attempt.result
      open ||= isWrite && isOpen(attempt)
      if (tries >= retries || !mayTryAgain(attempt)) throw failureOf(attempt, operation, open)
      await pause(tries)
    }
  }
}

/** Longer each time, and never the same for two callers. */
function pause(tries: number): Promise<void> {
  const most = Math.min(longestPause, shortestPause * 2 ** tries)
  return new Promise((resolve) => setTimeout(resolve, most * (0.5 + Math.random() / 2)))
}
