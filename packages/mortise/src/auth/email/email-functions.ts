import type { Refused, SignedIn, SteppedUp } from "../core/results.ts"
import type { SetCookies } from "../http/cookies.ts"
import type { CrossSiteRefusal } from "../http/cross-site-check.ts"

/** The address as the user typed it, and the path to return to. */
export type EmailRequest = {
  readonly email: unknown
  readonly returnTo?: unknown
  /** Default: `link` if `sendLink` is set, otherwise `code`. */
  readonly by?: "link" | "code"
}

/** The result does not reveal whether a user has this address. */
export type EmailRequestResult =
  | { readonly ok: true; readonly expires: Date; readonly cookies: SetCookies }
  | Refused<CrossSiteRefusal | "invalid_address" | "too_many_requests">

/** The data of the page that a link opens: show `email`, and post all `fields` back. */
export type ConfirmPage = {
  readonly ok: true
  readonly email: string
  readonly fields: {
    readonly email: string
    readonly token: string
    readonly returnTo: string
    readonly [name: string]: string
  }
}

/** `auth.email`. */
export type EmailFunctions<U> = {
  /** Stores a token and then mails it, for a POST from your own pages. Throws if it cannot be stored or sent. */
  request(request: Request, asked: EmailRequest): Promise<EmailRequestResult>
  /** The data of the page that a link opens. It only parses the URL, so opening the page does not use the link. */
  peek(request: Pick<Request, "url">): ConfirmPage | Refused<"invalid_link">
  /** Signs the user in with a posted link or code, which works once and before it expires. */
  follow(request: Request): Promise<SignedIn<U> | Refused<FollowReason>>
  /**
   * Mails a link or code to a new address of the signed-in user, and a notice to the old address. The link opens the
   * page at `paths.emailChangeLink`, whose data `peek` returns.
   */
  requestChange(request: Request, asked: EmailRequest): Promise<ChangeRequestResult>
  /** Changes the address with a posted link or code, in a browser that is signed in as the user who requested it. */
  followChange(request: Request): Promise<AddressChanged<U> | Refused<FollowChangeReason>>
  /** Makes the request's session fresh again with a posted link or code for the user's proved address. */
  stepUp(request: Request): Promise<SteppedUp | Refused<StepUpReason>>
}

/** The result does not reveal whether another user has the new address. */
export type ChangeRequestResult =
  | { readonly ok: true; readonly expires: Date; readonly cookies: SetCookies }
  | Refused<
      | CrossSiteRefusal
      | "signed_out"
      | "sign_in_again"
      | "invalid_address"
      | "same_address"
      | "too_many_requests"
    >

/** The address was changed and is verified. */
export type AddressChanged<U> = {
  readonly ok: true
  readonly user: U
  /** Whether all other sessions of the user were revoked. */
  readonly othersRevoked: boolean
  readonly returnTo: string
  readonly cookies: SetCookies
}

/** Why an address was not changed. */
export type FollowChangeReason =
  | Exclude<FollowReason, "other_browser" | "too_many_sessions" | "unknown_user">
  | "signed_out"
  /** Another user has this address. */
  | "email_taken"
  /** Another request is changing the address of this user. */
  | "busy"

/** Why a link or a code was refused. */
export type FollowReason =
  | CrossSiteRefusal
  | "invalid_link"
  /** With `email.sameBrowser`: another browser requested the link. It stays valid there. */
  | "other_browser"
  | "expired"
  | "wrong_code"
  /** The code was entered wrongly too often: request another one. */
  | "too_many_attempts"
  /** Too many wrong codes for this address: wait, or request another mail, which has a long code. */
  | "try_later"
  /** A hundred wrong codes for this address: request another mail, which has a long code. */
  | "codes_locked"
  /** So many concurrent sign-ins are newer that `session.maxSessions` leaves no room for this one. */
  | "too_many_sessions"
  /** The user was deleted during the sign-in. */
  | "unknown_user"
  | "suspended"

/** Why a step-up was refused. `other_address`: the mail was not sent to the proved address of the signed-in user. */
export type StepUpReason =
  | Exclude<FollowReason, "suspended" | "too_many_sessions" | "unknown_user">
  | "signed_out"
  | "other_address"
