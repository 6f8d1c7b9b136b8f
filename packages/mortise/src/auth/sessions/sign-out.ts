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
    const identities = await Promise.all(values.map(strategy.identify))
    const report = (pending: boolean, users: readonly (string | undefined)[] = []) => {
      if (values.length === 0) emit({ type: "signed_out", pending }, request)
      for (const [at, identity] of identities.entries()) {
        const userId = users[at] ?? identity?.userId
        emit({ type: "signed_out", userId, session: identity?.session, pending }, request)
      }
    }
    try {
      const ended = await Promise.all(values.map(strategy.end))
      const earlier = await pendingSignOuts.retry(request)
      report(
        !earlier.done,
        ended.map(({ userId }) => userId),
      )
      if (!earlier.done) return { ok: false, reason: "pending", cookies: cleared }
      const everywhere = ended.every((each) => each.everywhere)
      return { ok: true, everywhere, cookies: [...cleared, ...earlier.cookies] }
    } catch {
      report(true)
      const pending = values.length === 0 ? [] : await pendingSignOuts.add(request, values)
      return { ok: false, reason: "pending", cookies: [...cleared, ...pending] }
    }
  }
}
