import type { Core } from "../core/core.ts"
import type { HasHeaders, SetCookies } from "../http/cookies.ts"
import type { PendingSignOuts } from "./pending-sign-outs.ts"
import { withStepUp } from "./step-up.ts"
import type { LiveSession, Strategy } from "./strategy.ts"

/** What every session function needs. */
export type SessionParts = Core & { readonly strategy: Strategy; readonly pendingSignOuts: PendingSignOuts }

/** The name of the cookie that holds a session. */
export const sessionCookie = "session"

export const setSessionCookie = (
  { cookies, now }: SessionParts,
  request: HasHeaders,
  { value, info }: LiveSession,
): SetCookies =>
  cookies.set(request, sessionCookie, value, Math.ceil((info.expires.getTime() - now()) / 1000))

/**
 * The session of a request; `null` when there is none. A request that carries the session cookie twice has none:
 * another host may have set one of the two. Neither is cleared, because clearing would delete the user's own cookie
 * and leave the other one.
 */
export async function findSession(parts: SessionParts, request: HasHeaders): Promise<LiveSession | null> {
  const { cookies, strategy, emit } = parts
  if (cookies.isAmbiguous(request, sessionCookie)) {
    emit({ type: "refused", flow: "session", reason: "two_cookies" }, request)
    return null
  }
  const value = cookies.read(request, sessionCookie)
  const session = value === undefined ? null : await strategy.find(value)
  return session && withStepUp(parts, request, session)
}
