import type { HasHeaders } from "../http/cookies.ts"
import type { CrossSiteRefusal } from "../http/cross-site-check.ts"
import type { Refused, SetCookies, SignedIn } from "../results.ts"

/** What a journey to a provider is for. */
export type StartOptions = {
  /** Where the person was going. */
  readonly returnTo?: unknown
  /** Adds the account to the person who is signed in, instead of signing in with it. Needs a POST. */
  readonly link?: boolean
}

/** Where to send the browser, with what it has to bring back. */
export type StartResult =
  | { readonly ok: true; readonly url: string; readonly cookies: SetCookies }
  | Refused<"unknown_provider" | CrossSiteRefusal | "signed_out" | "sign_in_again">

/** An account that was added to the person who is signed in. */
export type LinkResult<U> = {
  readonly ok: true
  readonly action: "linked"
  readonly provider: string
  readonly user: U
  readonly returnTo: string
  readonly cookies: SetCookies
}

/** Why somebody who came back from a provider was not signed in. */
export type CallbackReason =
  /** Not begun in this browser for this provider, or too long ago: start again. */
  | "state"
  /** The person said no at the provider. */
  | "denied"
  /** The provider's answer does not hold. */
  | "provider_refused"
  /** The provider gave no id for the person. */
  | "invalid_profile"
  /** Another user has this address: sign in the way you did before, then link this account. */
  | "email_taken"
  /** The account is somebody else's. */
  | "linked_to_another"
  /** The account was taken away, or its user deleted, while somebody was signing in with it. */
  | "unlinked"
  /** The person who began to link is no longer the one who is signed in. */
  | "signed_out"

/** What became of somebody who came back from a provider. */
export type CallbackResult<U> =
  | (SignedIn<U> & { readonly action: "signed_in" })
  | LinkResult<U>
  | Refused<CallbackReason>

/** `auth.oauth`. */
export type OAuthFunctions<U> = {
  start(request: Request, provider: string, options?: StartOptions): Promise<StartResult>
  /** What the provider sent the person back with. Throws when the provider or the store cannot be reached. */
  callback(request: Pick<Request, "url"> & HasHeaders): Promise<CallbackResult<U>>
}
