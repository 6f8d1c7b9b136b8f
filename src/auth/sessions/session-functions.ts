import type { HasHeaders } from "../http/cookies.ts"
import type { CrossSiteRefusal } from "../http/cross-site-check.ts"
import type { Refused, SetCookies, SignedIn } from "../results.ts"
import type { SessionInfo } from "./strategy.ts"

/** Who is there: a person and their session, or nobody. */
export type SessionResult<U> =
  | { readonly user: U; readonly session: SessionInfo; readonly cookies: SetCookies }
  | { readonly user: null; readonly session: null; readonly cookies: SetCookies }

/**
 * What became of a sign-out. The cookie goes in any case. `everywhere` is false where nothing can end a token
 * before its time; `pending` means that the store could not be reached, and that the next visit tries again.
 */
export type SignOutResult =
  | { readonly ok: true; readonly everywhere: boolean; readonly cookies: SetCookies }
  | Refused<CrossSiteRefusal | "pending">

/** `auth.sessions`. Everything that throws means trouble with the store: nobody is signed out by it. */
export type SessionFunctions<U, V> = {
  /** Who is there. Extends the session when it is time, and clears the cookie of one that has ended. */
  read(request: HasHeaders): Promise<SessionResult<V>>
  /** Signs somebody in whose identity your own code has proved. */
  create(request: HasHeaders, userId: string): Promise<SignedIn<U> | Refused<"unknown_user">>
  signOut(request: Request): Promise<SignOutResult>
  /** The sessions of a user that have not ended. With `jwt` there is no such list. */
  list(userId: string): Promise<SessionInfo[]>
  /** Ends one session of this user; false when there is none of this handle. */
  revoke(userId: string, handle: string): Promise<boolean>
  /** Ends all sessions of the person but the one in use. */
  revokeOthers(
    request: Request,
  ): Promise<{ readonly ok: true; readonly cookies: SetCookies } | Refused<CrossSiteRefusal | "signed_out">>
  /** Ends all sessions of a user. Resolves only when all have ended. */
  revokeAll(userId: string): Promise<void>
}
