/**
 * A circuit breaker for one server, so that callers do not wait for a server that does not answer. Closed: every call
 * is sent. After `failures` failed attempts in a row the breaker opens: calls fail immediately. When the pause is over,
 * one call, the trial, is sent alone. If the trial gets an answer, the breaker closes; if the trial fails, the pause
 * starts again. All adapters for the same address share one state.
 */
import type { AttemptResult } from "./send-once.ts"
import type { Settings } from "./settings.ts"

/** How a call is sent: normally, or as the one trial that checks whether the server is back. */
export type Admission = "normal" | "trial"

/** A call asks for admission once, before its first attempt, and records the result of every attempt. */
export type Breaker = {
  /** `undefined` when the breaker is open: the call must not be sent. */
  admit(): Admission | undefined
  record(admission: Admission, attempt: AttemptResult): void
}

/** `retryAt`: when the next trial may be sent, once the breaker is open. */
type BreakerState = { failures: number; retryAt: number }

const statesByFetch = new WeakMap<typeof fetch, Map<string, BreakerState>>()
// Addresses can be generated at run time, so addresses that are no longer called must not fill the memory.
const maxStates = 100

const alwaysClosed: Breaker = { admit: () => "normal", record: () => {} }

type Parts = Pick<Settings, "fetch" | "endpoint" | "timeoutMs" | "breaker" | "now">

/** The breaker of a server. The state is shared because frameworks create an adapter for each request. */
export function createBreaker({ fetch, endpoint, timeoutMs, breaker, now }: Parts): Breaker {
  if (!breaker) return alwaysClosed
  const states = statesByFetch.get(fetch) ?? new Map<string, BreakerState>()
  statesByFetch.set(fetch, states)

  const findServerState = (): BreakerState => {
    const existing = states.get(endpoint)
    if (existing) return existing
    const [oldest] = states.keys()
    if (oldest !== undefined && states.size >= maxStates) states.delete(oldest)
    const state = { failures: 0, retryAt: 0 }
    states.set(endpoint, state)
    return state
  }

  return {
    admit() {
      const state = states.get(endpoint)
      if (!state || state.failures < breaker.failures) return "normal"
      if (now() < state.retryAt) return undefined
      // No other trial is sent until this one has returned or must have been lost.
      state.retryAt = now() + timeoutMs + breaker.pauseMs
      return "trial"
    },
    record(admission, attempt) {
      if (!isFailure(attempt)) return void states.delete(endpoint)
      const state = findServerState()
      // A call that was already sent when the breaker opened must not prolong the pause.
      if (++state.failures === breaker.failures || admission === "trial")
        state.retryAt = now() + breaker.pauseMs
    },
  }
}

/**
 * Whether no answer arrived, or the answer was that the store or the server is unavailable. Any other answer shows
 * that the server works.
 */
function isFailure(attempt: AttemptResult): boolean {
  if (attempt.kind === "error")
    return attempt.error.code === "unavailable" || attempt.error.code === "draining"
  return attempt.kind === "unsent" || (attempt.kind === "lost" && attempt.mayRetry)
}
