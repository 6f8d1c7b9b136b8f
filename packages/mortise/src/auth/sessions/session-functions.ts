import type { Refused, SessionInfo, SignedIn } from "../core/results.ts"
import type { HasHeaders, SetCookies } from "../http/cookies.ts"
import type { CrossSiteRefusal } from "../http/cross-site-check.ts"

/** The user and session of a request; both are `null` when the request is not signed in. */
export type SessionResult<U> =
  | { readonly user: U; readonly session: SessionInfo; readonly cookies: SetCookies }
  | { readonly user: null; readonly session: null; readonly cookies: SetCookies }

/**
 * The result of a sign-out. The cookies always clear the session cookie. `everywhere` is false if the token cannot be
 * revoked before it expires, or if the request has so many session cookies that not all of them were ended. `pending`
 * means that the store was unavailable and the next request retries.
 */
export type SignOutResult =
  | { readonly ok: true; readonly everywhere: boolean; readonly cookies: SetCookies }
  | Refused<CrossSiteRefusal | "pending">

/** The result of revoking one session. */
export type RevokeSessionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "unknown_session" }

/** `auth.sessions`. A function throws only when the store fails, which does not sign the user out. */
export type SessionFunctions<U, V> = {
  /** The user of the request. Extends the session when that is due, and clears the cookie of one that has ended. */
  read(request: HasHeaders): Promise<SessionResult<V>>
  /**
   * Signs in a user whose identity your own code has proved. `too_many_sessions`: so many concurrent sign-ins are newer
   * that `session.maxSessions` leaves no room for this one.
   */
  create(
    request: HasHeaders,
    userId: string,
  ): Promise<SignedIn<U> | Refused<"unknown_user" | "too_many_sessions" | "suspended">>
  signOut(request: Request): Promise<SignOutResult>
  /** The active sessions of a user. With `jwt` this throws: there is no list of tokens. */
  list(userId: string): Promise<SessionInfo[]>
  /**
   * Revokes one session of this user. `unknown_session`: none has this handle. With `jwt`, a handle of a user without
   * this session is accepted too, because tokens are not listed.
   */
  revoke(userId: string, handle: string): Promise<RevokeSessionResult>
  /** Revokes all of the user's sessions except the request's. */
  revokeOthers(
    request: Request,
  ): Promise<{ readonly ok: true; readonly cookies: SetCookies } | Refused<CrossSiteRefusal | "signed_out">>
  /** Revokes all sessions of a user. Resolves only when all are revoked. */
  revokeAll(userId: string): Promise<void>
}
