import type { User } from "../../contract/types.ts"
import { refusal } from "../core/results.ts"
import type { HasHeaders, SetCookies } from "../http/cookies.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { findSession, type SessionParts, setSessionCookie } from "./session-cookie.ts"
import type { SessionFunctions } from "./session-functions.ts"
import type { LiveSession } from "./strategy.ts"

type RevokeSessions = {
  readonly functions: Pick<SessionFunctions<User, User>, "list" | "revoke" | "revokeOthers" | "revokeAll">
  /** Revokes all other sessions of the user. If this one has ended concurrently, it revokes all of them. */
  revokeAllOthers(request: HasHeaders, session: LiveSession): Promise<SetCookies>
}

export function createRevokeSessions(parts: SessionParts): RevokeSessions {
  const { settings, strategy, emit } = parts

  /** The cookies of the session that stays; `null` if that session has ended concurrently. */
  const revokeAllExcept = async (
    request: HasHeaders,
    session: LiveSession,
    emitsAlways: boolean,
  ): Promise<SetCookies | null> => {
    const { current, any } = await strategy.revokeOthers(session)
    if (any || emitsAlways) emit({ type: "session_revoked", userId: session.user.id }, request)
    return current?.renewed ? setSessionCookie(parts, request, current) : current && []
  }

  const revokeAll = async (userId: string): Promise<void> => {
    await strategy.revokeAll(userId)
    emit({ type: "session_revoked", userId })
  }

  return {
    functions: {
      list: strategy.list,
      revokeAll,

      async revoke(userId, handle) {
        if (!(await strategy.revoke(userId, handle))) return { ok: false, reason: "unknown_session" }
        emit({ type: "session_revoked", userId, session: handle })
        return { ok: true }
      },

      async revokeOthers(request) {
        const reason = checkCrossSite(request, settings.origin)
        if (reason) return refusal(reason)
        const session = await findSession(parts, request)
        const cookies = session && (await revokeAllExcept(request, session, true))
        return cookies ? { ok: true, cookies } : refusal("signed_out")
      },
    },

    async revokeAllOthers(request, { value, user }) {
      const session = await strategy.find(value)
      // A removal of a sign-in method revokes sessions twice, and the second time usually finds none.
      if (session) return (await revokeAllExcept(request, session, false)) ?? []
      await revokeAll(user.id)
      return []
    },
  }
}
