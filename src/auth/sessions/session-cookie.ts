import type { Core } from "../core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { SetCookies } from "../results.ts"
import type { PendingSignOuts } from "./pending-sign-outs.ts"
import { withStepUp } from "./step-up.ts"
import type { LiveSession, Strategy } from "./strategy.ts"

/** What every function of sessions needs. */
export type SessionParts = Core & { readonly strategy: Strategy; readonly pendingSignOuts: PendingSignOuts }

/** The name of the cookie that holds a session. */
export const sessionCookie = "session"

export const setSessionCookie = (
  { cookies, now }: SessionParts,
  request: HasHeaders,
  { value, info }: LiveSession,
): SetCookies =>
  cookies.set(request, sessionCookie, value, Math.ceil((info.expires.getTime() - now()) / 1000))

/** The session of a request; `null` when there is none. */
export async function findSession(parts: SessionParts, request: HasHeaders): Promise<LiveSession | null> {
  const value = parts.cookies.read(request, sessionCookie)
  const session = value === undefined ? null : await parts.strategy.find(value)
  return session && withStepUp(parts, request, session)
}
