import type { Attempt } from "./exchange.ts"
import type { Settings } from "./http-options.ts"

/** How a call goes out: as any other, or as the one that finds out whether the server is back. */
export type Pass = "ordinary" | "probe"

/**
 * Keeps callers from waiting for a server that does not answer. A call asks once and keeps its tries; what
 * came of each of them is noted.
 */
export type Breaker = {
  /** `undefined` when nothing is to be sent. */
  admit(): Pass | undefined
  note(pass: Pass, attempt: Attempt): void
}

/** `until`: when the next call may find out, once there were failures enough. */
type Trouble = { failures: number; until: number }

const troubles = new WeakMap<typeof fetch, Map<string, Trouble>>()
// Addresses can be made up at run time; those that nobody asks any more must not fill the memory.
const mostTroubled = 100

const alwaysOpen: Breaker = { admit: () => "ordinary", note: () => {} }

type Parts = Pick<Settings, "fetch" | "endpoint" | "timeoutMs" | "breaker" | "now">

/** The breaker of a server: all adapters for it share what is known, as frameworks make one for each request. */
export function createBreaker({ fetch, endpoint, timeoutMs, breaker, now }: Parts): Breaker {
  if (!breaker) return alwaysOpen
  const troubled = troubles.get(fetch) ?? new Map<string, Trouble>()
  troubles.set(fetch, troubled)

  const found = (): Trouble => {
    const known = troubled.get(endpoint)
    if (known) return known
    const [oldest] = troubled.keys()
    if (oldest !== undefined && troubled.size >= mostTroubled) troubled.delete(oldest)
    const trouble = { failures: 0, until: 0 }
    troubled.set(endpoint, trouble)
    return trouble
  }

  return {
    admit() {
      const trouble = troubled.get(endpoint)
      if (!trouble || trouble.failures < breaker.failures) return "ordinary"
      if (now() < trouble.until) return undefined
      // Nobody else goes until this one is back, or must have been lost.
      trouble.until = now() + timeoutMs + breaker.pauseMs
      return "probe"
    },
    note(pass, attempt) {
      if (!isFailure(attempt)) return void troubled.delete(endpoint)
      const trouble = found()
      // One that was under way when the limit was reached says nothing new.
      if (++trouble.failures === breaker.failures || pass === "probe") trouble.until = now() + breaker.pauseMs
    },
  }
}

/** Whether nobody answered, or somebody said that there is nobody; any other answer shows that the server lives. */
function isFailure(attempt: Attempt): boolean {
  if (attempt.kind === "error")
    return attempt.error.code === "unavailable" || attempt.error.code === "draining"
  return attempt.kind === "unsent" || (attempt.kind === "lost" && attempt.again)
}
