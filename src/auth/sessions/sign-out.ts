import type { User } from "../../contract/types.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { type SessionParts, sessionCookie } from "./session-cookie.ts"
import type { SessionFunctions } from "./session-functions.ts"

/** Never reports a sign-out that may have failed as done: the result is `pending`, and a later request retries it. */
export function createSignOut(parts: SessionParts): SessionFunctions<User, User>["signOut"] {
  const { settings, cookies, strategy, pendingSignOuts, emit } = parts
  return async (request) => {
    const reason = checkCrossSite(request, settings.origin)
    if (reason) return { ok: false, reason, cookies: [] }
    // All of them: if another host has set a second session cookie, the user's own session ends too.
    const values = cookies.readAll(request, sessionCookie)
    const cleared = values.length === 0 ? [] : cookies.clear(request, sessionCookie)
    try {
      const ended = await Promise.all(values.map(strategy.end))
      const earlier = await pendingSignOuts.retry(request)
      emit({ type: "signed_out", pending: !earlier.done })
      if (!earlier.done) return { ok: false, reason: "pending", cookies: cleared }
      return { ok: true, everywhere: !ended.includes(false), cookies: [...cleared, ...earlier.cookies] }
    } catch {
      emit({ type: "signed_out", pending: true })
      const pending = values.length === 0 ? [] : await pendingSignOuts.add(request, values)
      return { ok: false, reason: "pending", cookies: [...cleared, ...pending] }
    }
  }
}
