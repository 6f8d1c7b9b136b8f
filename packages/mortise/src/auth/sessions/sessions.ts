// Sessions follow one of two strategies behind one interface (strategy.ts). `database` stores a row for each session;
// the cookie holds its random token. `jwt` stores no session; the cookie holds an encrypted token, and the store holds
// only what was revoked early. Both expire `maxAgeSeconds` after the last use, are extended once per `updateAgeSeconds`,
// and end `absoluteMaxAgeSeconds` after the sign-in. The folders database and jwt belong to one strategy each; the
// other files serve both.

import { isSuspended } from "../../contract/is-suspended.ts"
import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import { refusal } from "../core/results.ts"
import type { HasHeaders, SetCookies } from "../http/cookies.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { databaseStrategy } from "./database/database-strategy.ts"
import { jwtStrategy } from "./jwt/jwt-strategy.ts"
import { createPendingSignOuts } from "./pending-sign-outs.ts"
import { createRevokeSessions } from "./revoke-sessions.ts"
import { findSession, type SessionParts, sessionCookie, setSessionCookie } from "./session-cookie.ts"
import type { SessionFunctions } from "./session-functions.ts"
import { createSignIn, type SignIn } from "./sign-in.ts"
import type { LiveSession, SessionIdentity } from "./strategy.ts"

/** The public functions, and what the sign-in flows need. */
export type Sessions = SignIn & {
  /** `auth.sessions`. */
  readonly functions: SessionFunctions<User, User>
  /** The session of a request; `null` when there is none. */
  current(request: HasHeaders): Promise<LiveSession | null>
  /** Revokes all other sessions of the user. If this one has ended concurrently, it revokes all of them. */
  revokeAllOthers(request: HasHeaders, session: LiveSession): Promise<SetCookies>
  /** The session with changed fields of its user, and the cookies that store them in a token. */
  refreshUser(
    request: HasHeaders,
    session: LiveSession,
    user: User,
  ): Promise<{ readonly session: LiveSession; readonly cookies: SetCookies }>
  /** Identifies the session whose cookie the request carries, without a call to the store. */
  identify(request: HasHeaders): Promise<SessionIdentity | null>
  /** Whether the request's cookie belongs to the session with this handle, without a call to the store. */
  hasHandle(request: HasHeaders, handle: string): Promise<boolean>
  /** Repeats `revokeAll` for sessions that started concurrently, without a second event. */
  revokeAllAgain(userId: string): Promise<void>
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
    identify: async (request) => {
      const value = core.cookies.read(request, sessionCookie)
      return value === undefined ? null : strategy.identify(value)
    },
    hasHandle: async (request, handle) => {
      const value = core.cookies.read(request, sessionCookie)
      return value !== undefined && strategy.hasHandle(value, handle)
    },
    refreshUser: async (request, session, user) => {
      const refreshed = await strategy.withUser(session, user)
      const isNew = refreshed.value !== session.value
      return { session: refreshed, cookies: isNew ? setSessionCookie(parts, request, refreshed) : [] }
    },
    revokeAllAgain: strategy.revokeAll,
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

function createCreate({ adapter }: SessionParts, { trySignIn }: SignIn): Sessions["functions"]["create"] {
  return async (request, userId) => {
    const user = await adapter.getUser(userId)
    if (user && isSuspended(user)) return refusal("suspended")
    const details = { method: "custom", isNewUser: false } as const
    const signedIn = user && (await trySignIn(request, user, details))
    if (signedIn === "too_many_sessions") return refusal(signedIn)
    return signedIn ?? refusal("unknown_user")
  }
}

/** Never reports a sign-out that may have failed as done: the result is `pending`, and a later request retries it. */
function createSignOut(parts: SessionParts): SessionFunctions<User, User>["signOut"] {
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
