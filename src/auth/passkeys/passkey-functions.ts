import type { RemovalRefusal } from "../accounts/sign-in-methods.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { CrossSiteRefusal } from "../http/cross-site-check.ts"
import type { Refused, SetCookies, SignedIn } from "../results.ts"
import type { PasskeyInfo } from "./credential.ts"

/** What to hand to `navigator.credentials`, as JSON. */
export type Ceremony = { readonly ok: true; readonly options: object; readonly cookies: SetCookies }

/** A passkey that was added to the person who is signed in. */
export type PasskeyAdded<U> = {
  readonly ok: true
  readonly action: "added"
  readonly user: U
  readonly cookies: SetCookies
}

/** Why the answer of a device was refused. */
export type CeremonyReason =
  | CrossSiteRefusal
  /** Not asked for by this browser, used already, or too long ago: ask for new options. */
  | "challenge"
  | "not_verified"

/** `auth.passkeys`. The answer of the browser is posted as JSON, as `credential.toJSON()` makes it. */
export type PasskeyFunctions<U> = {
  /** For the person who is signed in, or for a stranger who signs up under a name of their own. */
  registrationOptions(
    request: HasHeaders,
    newcomer?: { readonly name?: unknown },
  ): Promise<Ceremony | Refused<"signed_out" | "sign_in_again">>
  verifyRegistration(
    request: Request,
  ): Promise<
    | (SignedIn<U> & { readonly action: "signed_in" })
    | PasskeyAdded<U>
    | Refused<CeremonyReason | "signed_out" | "already_registered">
  >
  /** For anybody with a passkey on their device; with `userId`, for the passkeys of this user alone. */
  authenticationOptions(request: HasHeaders, known?: { readonly userId?: string }): Promise<Ceremony>
  verifyAuthentication(
    request: Request,
  ): Promise<SignedIn<U> | Refused<CeremonyReason | "unknown_passkey" | "counter_regression">>
  list(userId: string): Promise<PasskeyInfo[]>
  /** Takes a passkey from the person who is signed in, and ends their other sessions. Send the cookies in any case. */
  remove(
    request: Request,
    passkey: { readonly credentialID: string },
  ): Promise<
    { readonly ok: true; readonly cookies: SetCookies } | Refused<RemovalRefusal | "unknown_passkey">
  >
}
