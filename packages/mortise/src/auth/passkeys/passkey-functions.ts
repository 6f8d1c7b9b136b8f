import type { Refused, SignedIn, SteppedUp } from "../core/results.ts"
import type { HasHeaders, SetCookies } from "../http/cookies.ts"
import type { CrossSiteRefusal } from "../http/cross-site-check.ts"
import type { ConfirmRefusal } from "../sign-in-methods/confirm-sign-in-method.ts"
import type { RemovalRefusal } from "../sign-in-methods/remove-sign-in-method.ts"
import type { PasskeyInfo } from "./credential.ts"

/** The options for `navigator.credentials`, as JSON. */
export type Ceremony = { readonly ok: true; readonly options: object; readonly cookies: SetCookies }

/** The passkey was added to the signed-in user. */
export type PasskeyAdded<U> = {
  readonly ok: true
  readonly action: "added"
  readonly user: U
  readonly cookies: SetCookies
}

/** Why the response of a device was refused. */
export type CeremonyReason =
  | CrossSiteRefusal
  /** The challenge is not of this browser, was used, or has expired: request new options. */
  | "challenge"
  | "not_verified"

/** Why a passkey was refused. */
export type PasskeyRefusal =
  | CeremonyReason
  | "unknown_passkey"
  | "counter_regression"
  /** The passkey is older than the proof of the address: the user must sign in by email, then confirm it. */
  | "confirm_sign_in_method"
  | "suspended"

/** `auth.passkeys`. The page posts the result of `credential.toJSON()` as JSON. */
export type PasskeyFunctions<U> = {
  /**
   * For the signed-in user, or for a visitor who signs up under this name. `invalid_name`: the name has a NUL character,
   * or half of a character that was cut.
   */
  registrationOptions(
    request: HasHeaders,
    visitor?: { readonly name?: unknown },
  ): Promise<Ceremony | Refused<"signed_out" | "sign_in_again" | "invalid_name">>
  verifyRegistration(
    request: Request,
  ): Promise<
    | (SignedIn<U> & { readonly action: "signed_in" })
    | PasskeyAdded<U>
    | Refused<CeremonyReason | "signed_out" | "already_registered">
  >
  /** For any passkey of this site; with `userId`, only for the passkeys of this user. */
  authenticationOptions(request: HasHeaders, options?: { readonly userId?: string }): Promise<Ceremony>
  verifyAuthentication(request: Request): Promise<SignedIn<U> | Refused<PasskeyRefusal>>
  /** Makes the request's session fresh again with a passkey of the signed-in user. */
  stepUp(request: Request): Promise<SteppedUp | Refused<PasskeyRefusal | "signed_out">>
  /** Confirms a passkey from before the address was proved, so that its user can sign in with it. */
  confirm(
    request: Request,
    passkey: { readonly credentialID: string },
  ): Promise<
    { readonly ok: true; readonly cookies: SetCookies } | Refused<ConfirmRefusal | "unknown_passkey">
  >
  list(userId: string): Promise<PasskeyInfo[]>
  /** Removes a passkey of the signed-in user and revokes the user's other sessions. Send the cookies in any case. */
  remove(
    request: Request,
    passkey: { readonly credentialID: string },
  ): Promise<
    { readonly ok: true; readonly cookies: SetCookies } | Refused<RemovalRefusal | "unknown_passkey">
  >
}
