import type { User } from "../../contract/types.ts"
import { codeOf } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import type { Lifetime } from "./lifetime.ts"
import { issueTime } from "./session-token.ts"
import type { SessionViews } from "./session-views.ts"
import type { LiveSession } from "./strategy.ts"

type Expiry = {
  extend(token: string, user: User, expires: Date): Promise<LiveSession | null>
  remove(token: string, user: User, expires: Date): Promise<"removed" | "extended">
}

/** What happens to a stored session when it is used: a later end, or none at all. */
export function databaseExpiry(
  { adapter, extras, emit, now }: Core,
  lifetime: Lifetime,
  views: SessionViews,
): Expiry {
  /** One guarded write, whatever the number of requests: to the others the guard says that it was done. */
  const write = async (sessionToken: string, from: Date, to: Date) => {
    if (extras.extendSession) return extras.extendSession({ sessionToken, from, to })
    // Adapters of other makes may answer with nothing, although they did it.
    return (await adapter.updateSession({ sessionToken, expires: to })) ?? "unknown"
  }

  return {
    async extend(token, user, expires) {
      const to = new Date(lifetime.nextExpiry(issueTime(token) ?? 0))
      try {
        const outcome = await write(token, expires, to)
        if (outcome === "absent") return null
        if (outcome === "refused") return views.live(token, user, expires)
      } catch (error) {
        // The session holds with or without the extension; the next request tries again.
        emit({ type: "operation_failed", operation: "extendSession", code: codeOf(error) })
        return views.live(token, user, expires)
      }
      const session = await views.live(token, user, to)
      emit({ type: "session_extended", userId: user.id, session: session.info.handle, expires: to })
      return { ...session, renewed: true }
    },

    /**
     * For stores whose own clock lags behind, or that return what has expired. The end is written under guard
     * first, so that a session which another process has just extended stays.
     */
    async remove(token, user, expires) {
      try {
        if (extras.extendSession && !lifetime.isPastAbsoluteEnd(issueTime(token) ?? 0)) {
          const outcome = await extras.extendSession({
            sessionToken: token,
            from: expires,
            to: new Date(now()),
          })
          if (outcome === "refused") return "extended"
        }
        const removed = await adapter.deleteSession(token)
        // Ours say whether it was still there: of any number of requests, the one that removed it tells of it.
        if (extras.extendSession && !removed) return "removed"
      } catch (error) {
        // Cleaning up is a courtesy: the session is over all the same.
        emit({ type: "operation_failed", operation: "deleteSession", code: codeOf(error) })
      }
      const { handle } = await views.info(token, expires)
      emit({ type: "session_expired", userId: user.id, session: handle })
      return "removed"
    },
  }
}
