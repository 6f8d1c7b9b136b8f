import type { HasHeaders } from "../http/cookies.ts"
import type { CrossSiteRefusal } from "../http/cross-site-check.ts"
import type { Refused, SetCookies, SignedIn } from "../results.ts"

/** What a person asks for: the address as they typed it, and where they were going. */
export type EmailRequest = {
  readonly email: unknown
  readonly returnTo?: unknown
  /** A link unless only codes are sent. */
  readonly by?: "link" | "code"
}

/** Says nothing about whether the address is anybody's. */
export type EmailRequestResult =
  | { readonly ok: true; readonly expires: Date; readonly cookies: SetCookies }
  | Refused<"invalid_address" | "too_many_requests">

/** The fields of the form on the page that a link opens: show `email`, post all of them back. */
export type ConfirmPage = {
  readonly ok: true
  readonly email: string
  readonly fields: { readonly email: string; readonly token: string; readonly returnTo: string }
}

/** `auth.email`. */
export type EmailFunctions<U> = {
  /** Stores a token and then mails it. Throws when it could not be stored or sent. */
  request(request: HasHeaders, asked: EmailRequest): Promise<EmailRequestResult>
  /** What the page behind a link shows. Looks at the address alone: opening the page uses nothing up. */
  peek(request: Pick<Request, "url">): ConfirmPage | Refused<"invalid_link">
  /** Signs the person in with the posted link or code, once and in time. */
  follow(request: Request): Promise<SignedIn<U> | Refused<FollowReason>>
}

/** Why a link or a code did not sign anybody in. */
export type FollowReason = CrossSiteRefusal | "invalid_link" | "expired" | "wrong_code" | "too_many_attempts"
