import type { HasHeaders } from "../http/cookies.ts"
import type { CrossSiteRefusal } from "../http/cross-site-check.ts"
import type { Refused, SetCookies, SignedIn, SteppedUp } from "../results.ts"

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
  | Refused<"invalid_address" | "too_many_requests">

/** The data of the page that a link opens: show `email`, and post all `fields` back. */
export type ConfirmPage = {
  readonly ok: true
  readonly email: string
  readonly fields: { readonly email: string; readonly token: string; readonly returnTo: string }
}

/** `auth.email`. */
export type EmailFunctions<U> = {
  /** Stores a token and then mails it. Throws if it cannot be stored or sent. */
  request(request: HasHeaders, asked: EmailRequest): Promise<EmailRequestResult>
  /** The data of the page that a link opens. It only parses the URL, so opening the page does not use the link. */
  peek(request: Pick<Request, "url">): ConfirmPage | Refused<"invalid_link">
  /** Signs the user in with a posted link or code, which works once and before it expires. */
  follow(request: Request): Promise<SignedIn<U> | Refused<FollowReason>>
  /** Makes the session of the request fresh again with a posted link or code for the user's proved address. */
  stepUp(request: Request): Promise<SteppedUp | Refused<StepUpReason>>
}

/** Why a link or a code was refused. */
export type FollowReason =
  | CrossSiteRefusal
  | "invalid_link"
  | "expired"
  | "wrong_code"
  | "too_many_attempts"
  | "suspended"

/** Why a step-up was refused. `other_address`: the mail was not sent to the proved address of the signed-in user. */
export type StepUpReason = Exclude<FollowReason, "suspended"> | "signed_out" | "other_address"
