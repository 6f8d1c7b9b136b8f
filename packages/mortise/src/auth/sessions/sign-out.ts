import type { User } from "../../contract/types.ts"
import { refusal } from "../core/results.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { type SessionParts, sessionCookie } from "./session-cookie.ts"
import type { SessionFunctions } from "./session-functions.ts"

/** Never reports a sign-out that may have failed as done: the result is `pending`, and a later request retries it. */
export function createSignOut(parts: SessionParts): SessionFunctions<User, User>["signOut"] {
  const { settings, cookies, strategy, pendingSignOuts, emit } = parts
  return async (request) => {
    const reason = checkCrossSite(request, settings.origin)
    if (reason) return refusal(reason)
    // If another host has set a second session cookie, the user's own session ends too. Such cookies come before or
    // after our own. A request with hundreds of them is an attack, and must not make hundreds of calls to the store.
    const { values, isAll } = cookies.readSeveral(request, sessionCookie, strategy.isPlausible)
    const hasCookie = cookies.names(request, sessionCookie).includes(sessionCookie)
    const cleared = hasCookie || values.length > 0 ? cookies.clear(request, sessionCookie) : []
    const report = async (pending: boolean, sessions: readonly EndedSession[]) => {
      if (sessions.length === 0) emit({ type: "signed_out", pending }, request)
      for (const { value, userId } of sessions) {
        const identity = await strategy.identify(value)
        emit(
          { type: "signed_out", userId: userId ?? identity?.userId, session: identity?.session, pending },
          request,
        )
      }
    }
    try {
      const ended = await Promise.all(
        values.map(async (value) => ({ value, ...(await strategy.end(value)) })),
      )
      const earlier = await pendingSignOuts.retry(request)
      // The cookies that were sessions. Some adapters do not say which ones were.
      const sessions = ended.filter(({ userId }) => userId !== undefined)
      await report(!earlier.done, sessions.length > 0 ? sessions : ended.slice(0, 1))
      if (!earlier.done) return refusal("pending", cleared)
      const everywhere = isAll && ended.every((session) => session.everywhere)
      return { ok: true, everywhere, cookies: [...cleared, ...earlier.cookies] }
    } catch {
      await report(
        true,
        values.map((value) => ({ value })),
      )
      const pending = values.length === 0 ? [] : await pendingSignOuts.add(request, values)
      return refusal("pending", [...cleared, ...pending])
    }
  }
}

type EndedSession = { readonly value: string; readonly userId?: string | undefined }
