import type { Refused, SignedIn } from "../core/results.ts"
import type { HasHeaders, SetCookies } from "../http/cookies.ts"
import type { CrossSiteRefusal } from "../http/cross-site-check.ts"
import type { SignOutResult } from "../sessions/session-functions.ts"

/** Options of a flow through a provider. */
export type StartOptions = {
  /** The path to redirect the user to afterwards. Default: `/`. */
  readonly returnTo?: unknown
  /** Links the account to the signed-in user instead of signing in with it. Needs a POST. Default: false. */
  readonly link?: boolean
}

/** The URL to redirect the browser to, and the cookies that the callback needs. */
export type StartResult =
  | { readonly ok: true; readonly url: string; readonly cookies: SetCookies }
  | Refused<"unknown_provider" | CrossSiteRefusal | "signed_out" | "sign_in_again">

/** The account was linked to the signed-in user. */
export type LinkResult<U> = {
  readonly ok: true
  readonly action: "linked"
  readonly provider: string
  readonly user: U
  readonly returnTo: string
  readonly cookies: SetCookies
}

/** Why a callback was refused. */
export type CallbackReason =
  /** This browser did not start the flow for this provider, or it has expired: start again. */
  | "state"
  /** The user denied access at the provider. */
  | "denied"
  /** The provider refused the request, or its response is invalid. */
  | "provider_refused"
  /** The provider returned no valid id of the user. */
  | "invalid_profile"
  /** Another user has this address: the user must sign in as before, then link this account. */
  | "email_taken"
  /** The account belongs to another user. */
  | "linked_to_another"
  /** The account is older than the proof of the address: the user must sign in by email, then confirm it. */
  | "confirm_sign_in_method"
  /** During the sign-in the account was unlinked, its user was deleted, or the user's address was proved. */
  | "unlinked"
  | "suspended"
  /** The user who started the link is no longer signed in. */
  | "signed_out"

/** The result of a callback. */
export type CallbackResult<U> =
  | (SignedIn<U> & { readonly action: "signed_in" })
  | LinkResult<U>
  | Refused<CallbackReason>

/** A sign-out, and where to redirect the browser for the sign-out at the provider. */
export type ProviderSignOutResult = SignOutResult & {
  /** Absent if the session was not started at a provider with `logout: ["rp_initiated"]`, or if it cannot be reached. */
  readonly url?: string
}

/** The browser is back from the sign-out at a provider. */
export type SignedOutResult =
  | {
      readonly ok: true
      readonly provider: string
      readonly returnTo: string
      readonly cookies: SetCookies
    }
  | Refused<"unknown_sign_out">

/** The result of a request in which a provider reports a sign-out. `sessions` is how many sessions it ended. */
export type BackChannelResult =
  | { readonly ok: true; readonly sessions: number; readonly cookies: SetCookies }
  | Refused<"unknown_provider" | "invalid_logout_token" | "used_logout_token">

/** `auth.oauth`. */
export type OAuthFunctions<U> = {
  start(request: Request, provider: string, options?: StartOptions): Promise<StartResult>
  /** Handles the redirect from the provider. Throws when the provider or the store is unavailable. */
  callback(request: Pick<Request, "url"> & HasHeaders): Promise<CallbackResult<U>>
  /**
   * Signs out as `sessions.signOut` does, and then returns the `url` of the sign-out at the provider, if the session was
   * started there. The provider redirects back to `paths.signedOut`.
   */
  signOut(request: Request, options?: { readonly returnTo?: unknown }): Promise<ProviderSignOutResult>
  /** Handles the redirect back: the sign-out must have been started in this browser. */
  signedOut(request: Pick<Request, "url"> & HasHeaders): Promise<SignedOutResult>
  /**
   * Handles the request in which the provider reports a sign-out, and ends the sessions that its token names, in all
   * processes. Throws when the provider or the store is unavailable.
   */
  backChannelLogout(request: Request, provider: string): Promise<BackChannelResult>
}
