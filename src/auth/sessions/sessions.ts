// Sessions follow one of two strategies behind one interface (strategy.ts). `database` stores a row for each session;
// the cookie holds its random token. `jwt` stores no session; the cookie holds an encrypted token, and the store holds
// only what was revoked early. Both expire `maxAgeSeconds` after the last use, are extended once per `updateAgeSeconds`,
// and end `absoluteMaxAgeSeconds` after the sign-in. The files named database-* and jwt-* belong to one strategy; the
// other files serve both.
import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { SetCookies } from "../results.ts"
import { isSuspended } from "../users/suspension.ts"
import { databaseStrategy } from "./database-strategy.ts"
import { jwtStrategy } from "./jwt-strategy.ts"
import { createPendingSignOuts } from "./pending-sign-outs.ts"
import { createRevokeSessions } from "./revoke-sessions.ts"
import { findSession, type SessionParts, sessionCookie, setSessionCookie } from "./session-cookie.ts"
import type { SessionFunctions } from "./session-functions.ts"
import { createSignIn, type SignIn } from "./sign-in.ts"
import { createSignOut } from "./sign-out.ts"
import type { LiveSession } from "./strategy.ts"

/** The public functions, and what the sign-in flows need. */
export type Sessions = SignIn & {
  /** `auth.sessions`. */
  readonly functions: SessionFunctions<User, User>
  /** The session of a request; `null` when there is none. */
  current(request: HasHeaders): Promise<LiveSession | null>
  /** Revokes all other sessions of the user. If this one has ended concurrently, it revokes all of them. */
  revokeAllOthers(request: HasHeaders, session: LiveSession): Promise<SetCookies>
}

export function createSessions(core: Core): Sessions {
  const strategy = core.settings.session.strategy === "jwt" ? jwtStrategy(core) : databaseStrategy(core)
  const parts = { ...core, strategy, pendingSignOuts: createPendingSignOuts(core, strategy) }
  const signIn = createSignIn(parts)
  const { functions, revokeAllOthers } = createRevokeSessions(parts)
  return {
    ...signIn,
    current: (request) => findSession(parts, request),
    revokeAllOthers,
    functions: {
      read: createRead(parts),
      create: createCreate(parts, signIn),
      signOut: createSignOut(parts),
      ...functions,
    },
  }
}

/** Throws when the store is unavailable. The cookies then stay, so the user stays signed in. */
function createRead(parts: SessionParts): Sessions["functions"]["read"] {
  const { cookies, pendingSignOuts } = parts
  return async (request) => {
    const session = await findSession(parts, request)
    const retried = (await pendingSignOuts.retry(request)).cookies
    if (session) {
      const renewed = session.renewed ? setSessionCookie(parts, request, session) : []
      return { user: session.user, session: session.info, cookies: [...renewed, ...retried] }
    }
    const isStale = cookies.read(request, sessionCookie) !== undefined
    const cleared = isStale ? cookies.clear(request, sessionCookie) : []
    return { user: null, session: null, cookies: [...cleared, ...retried] }
  }
}

function createCreate({ adapter }: SessionParts, { signInIf }: SignIn): Sessions["functions"]["create"] {
  return async (request, userId) => {
    const user = await adapter.getUser(userId)
    if (user && isSuspended(user)) return { ok: false, reason: "suspended", cookies: [] }
    const details = { method: "custom", isNewUser: false } as const
    const signedIn = user && (await signInIf(request, user, details))
    return signedIn ?? { ok: false, reason: "unknown_user", cookies: [] }
  }
}
