import { issueTime } from "../../../contract/session-token.ts"
import type { User } from "../../../contract/types.ts"
import type { Core } from "../../core/core.ts"
import { readErrorCode } from "../../core/errors.ts"
import type { Lifetime } from "../lifetime.ts"
import type { LiveSession } from "../strategy.ts"
import type { SessionViews } from "./session-views.ts"

type Expiry = {
  extend(token: string, user: User, expires: Date): Promise<LiveSession | null>
  remove(token: string, user: User, expires: Date): Promise<"removed" | "extended">
}

/** Extends a stored session that is in use, and removes one that has expired. */
export function databaseExpiry(
  { adapter, extras, emit, now }: Core,
  lifetime: Lifetime,
  views: SessionViews,
): Expiry {
  /** A guarded write: of many concurrent requests one extends the session, and the guard refuses the others. */
  const write = async (sessionToken: string, from: Date, to: Date) => {
    if (extras.extendSession) return extras.extendSession({ sessionToken, from, to })
    // A third-party adapter may return nothing although it updated the row.
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
        // The session is valid without the extension; the next request retries it.
        emit({ type: "operation_failed", operation: "extendSession", code: readErrorCode(error) })
        return views.live(token, user, expires)
      }
      const session = await views.live(token, user, to)
      emit({ type: "session_extended", userId: user.id, session: session.info.handle, expires: to })
      return { ...session, renewed: true }
    },

    /**
     * For stores whose clock is late, or that return expired sessions. A guarded write sets the expiry to now first, so
     * that a session which another process has just extended is not deleted.
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
        // A Mortise adapter returns the deleted row: of many concurrent requests, one emits the event.
        if (extras.extendSession && !removed) return "removed"
      } catch (error) {
        // The session has expired whether or not its row is deleted.
        emit({ type: "operation_failed", operation: "deleteSession", code: readErrorCode(error) })
      }
      const { handle } = await views.info(token, expires)
      emit({ type: "session_expired", userId: user.id, session: handle })
      return "removed"
    },
  }
}
