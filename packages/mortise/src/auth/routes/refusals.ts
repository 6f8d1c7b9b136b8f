import type { EmailFunctions } from "../email/email-functions.ts"
import type { OAuthFunctions } from "../oauth/oauth-functions.ts"
import type { PasskeyFunctions } from "../passkeys/passkey-functions.ts"
import type { SessionFunctions } from "../sessions/session-functions.ts"
import type { AccountFunctions } from "../sign-in-methods/accounts.ts"

type ReasonOf<T> = T extends { readonly ok: false; readonly reason: infer R extends string } ? R : never

type ReasonsOf<Group> = {
  [Name in keyof Group]: Group[Name] extends (...args: never[]) => infer R ? ReasonOf<Awaited<R>> : never
}[keyof Group]

/** Why a route refused a request before it called a function of `createAuth`. */
export type RouteReason =
  | "unknown_tenant"
  | "unknown_path"
  | "wrong_method"
  | "cross_site"
  | "too_large"
  | "malformed"

/** Every reason why a function of `createAuth`, or a route, refuses a request. */
export type RefusalReason =
  | ReasonsOf<SessionFunctions<unknown, unknown>>
  | ReasonsOf<EmailFunctions<unknown>>
  | ReasonsOf<OAuthFunctions<unknown>>
  | ReasonsOf<AccountFunctions>
  | ReasonsOf<PasskeyFunctions<unknown>>
  | RouteReason

/** The response's status, and a sentence for the user. */
type Refusal = readonly [status: number, text: string]

export const refusals: Readonly<Record<RefusalReason, Refusal>> = {
  // Routes.
  unknown_tenant: [404, "There is no such page."],
  unknown_path: [404, "There is no such page."],
  wrong_method: [405, "This page cannot be opened like this. Please start again."],
  not_post: [405, "This page cannot be opened like this. Please start again."],
  cross_site: [403, "This request came from another site. Please start again on our own page."],
  too_large: [413, "This request is too large."],
  malformed: [400, "This request is incomplete. Please try again."],
  // Email.
  invalid_address: [400, "This is not an email address. Please check it."],
  too_many_requests: [
    429,
    "Too many mails were requested. Please use the last one, or try again in ten minutes.",
  ],
  invalid_link: [400, "This link is incomplete, or it was used before. Please request another one."],
  expired: [400, "This link or code has expired. Please request another one."],
  other_browser: [400, "Please open this link in the browser in which you requested it."],
  wrong_code: [400, "This code is wrong. Please check it."],
  too_many_attempts: [429, "This code was entered wrongly too often. Please request another one."],
  try_later: [429, "Too many wrong codes were entered. Please request another mail, which has a long code."],
  codes_locked: [
    429,
    "Too many wrong codes were entered. Please request another mail, which has a long code.",
  ],
  same_address: [400, "This is your address already."],
  other_address: [400, "This mail was sent to another address than yours."],
  email_taken: [
    409,
    "Another user has this address. If it is you, sign in as before, and then add this sign-in method.",
  ],
  // Providers.
  unknown_provider: [404, "There is no such sign-in method."],
  state: [400, "This sign-in has expired, or it was started in another browser. Please start again."],
  denied: [403, "You have not allowed the sign-in. Please start again, or use another sign-in method."],
  provider_refused: [400, "The provider has refused the sign-in. Please start again."],
  invalid_profile: [400, "The provider did not say who you are. Please use another sign-in method."],
  linked_to_another: [409, "This account belongs to another user."],
  unknown_sign_out: [
    400,
    "You are signed out here. This sign-out was started in another browser, or too long ago.",
  ],
  invalid_logout_token: [400, "The logout token is not valid."],
  used_logout_token: [400, "The logout token was used before."],
  not_linked: [404, "This account is not one of your sign-in methods."],
  unlinked: [409, "This account was just removed from its user. Please use another sign-in method."],
  confirm_sign_in_method: [
    403,
    "Please sign in by email once, and then confirm this sign-in method in your settings.",
  ],
  last_sign_in_method: [409, "This is your only sign-in method. Please add another one first."],
  // Passkeys.
  challenge: [400, "This took too long, or it was started in another browser. Please try again."],
  not_verified: [400, "This passkey could not be verified. Please try again."],
  unknown_passkey: [400, "We do not know this passkey. Please use another sign-in method."],
  counter_regression: [
    403,
    "This passkey may have been copied. Please use another sign-in method, and remove it.",
  ],
  already_registered: [409, "This passkey is registered already."],
  invalid_name: [400, "This name has characters that cannot be stored. Please change it."],
  // Users and sessions.
  signed_out: [401, "Please sign in first."],
  sign_in_again: [403, "For this change, please sign in again."],
  suspended: [403, "This user is suspended. Please write to us."],
  unknown_user: [400, "This user was deleted."],
  unknown_session: [404, "There is no such session. It may have ended."],
  too_many_sessions: [409, "You have signed in too often at the same time. Please try again."],
  busy: [409, "Another change is being made. Please try again in a moment."],
  pending: [202, "You are signed out in this browser. Other systems will follow in a moment."],
}

/** What a route says when the store, the mailer or the provider failed. */
export const failure: Refusal = [503, "Sign-in does not work at the moment. Please try again soon."]

/**
 * A sentence for the user about a refusal, in English.
 *
 * @example
 * ```ts
 * import { refusalText } from "mortise/auth"
 *
 * console.log(refusalText("expired")) // This link or code has expired. Please request another one.
 * ```
 */
export const refusalText = (reason: RefusalReason): string => refusals[reason][1]
