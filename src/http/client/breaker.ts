import type { Settings } from "./http-options.ts"
import type { AttemptResult } from "./send-once.ts"

/** How a call goes out: as any other, or as the one that finds out whether the server is back. */
export type Admission = "normal" | "trial"

/**
 * Keeps callers from waiting for a server that does not answer. A call asks once and keeps its tries; what
 * came of each of them is noted.
 */
export type Breaker = {
  /** `undefined` when nothing is to be sent. */
  admit(): Admission | undefined
  record(admission: Admission, attempt: AttemptResult): void
}

/** `until`: when the next call may find out, once there were failures enough. */
type BreakerState = { failures: number; retryAt: number }

const statesByFetch = new WeakMap<typeof fetch, Map<string, BreakerState>>()
// Addresses can be made up at run time; those that nobody asks any more must not fill the memory.
const maxStates = 100

const alwaysOpen: Breaker = { admit: () => "normal", record: () => {} }

type Parts = Pick<Settings, "fetch" | "endpoint" | "timeoutMs" | "breaker" | "now">

/** The breaker of a server: all adapters for it share what is known, as frameworks make one for each request. */
export function createBreaker({ fetch, endpoint, timeoutMs, breaker, now }: Parts): Breaker {
  if (!breaker) return alwaysOpen
  const states = statesByFetch.get(fetch) ?? new Map<string, BreakerState>()
  statesByFetch.set(fetch, states)

  const stateOfServer = (): BreakerState => {
    const known = states.get(endpoint)
    if (known) return known
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
      // Nobody else goes until this one is back, or must have been lost.
      state.retryAt = now() + timeoutMs + breaker.pauseMs
      return "trial"
    },
    record(admission, attempt) {
      if (!isFailure(attempt)) return void states.delete(endpoint)
      const state = stateOfServer()
      // One that was under way when the limit was reached says nothing new.
      if (++state.failures === breaker.failures || admission === "trial")
        state.retryAt = now() + breaker.pauseMs
    },
  }
}

/** Whether nobody answered, or somebody said that there is nobody; any other answer shows that the server lives. */
function isFailure(attempt: AttemptResult): boolean {
  if (attempt.kind === "error")
    return attempt.error.code === "unavailable" || attempt.error.code === "draining"
  return attempt.kind === "unsent" || (attempt.kind === "lost" && attempt.mayRetry)
}
