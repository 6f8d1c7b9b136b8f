import type { Auth } from "../../../packages/mortise/src/auth/index.ts"
import type { User } from "../../../packages/mortise/src/index.ts"

type Functions = Auth<User, "database">
/** The reasons of the functions that the demo application calls. */
type RefusalOf<Fn> = Fn extends (...args: never) => infer Result
  ? Extract<Awaited<Result>, { ok: false; reason: string }>["reason"]
  : never
type MortiseReason = RefusalOf<
  | Functions["email"]["request" | "peek" | "follow"]
  | Functions["oauth"]["start" | "callback"]
  | Functions["passkeys"][
      | "registrationOptions"
      | "verifyRegistration"
      | "authenticationOptions"
      | "verifyAuthentication"]
  | Functions["sessions"]["signOut"]
>

const usedLink = "The link was used before or has expired. Ask for a new one."
const invalidAddress = "This is not an email address that can receive mail. Type one such as ada@example.com."
const cancelled =
  "You cancelled the login at Acme, or Acme refused it. Nothing was stored. Start again, or use a link."
const otherMethod =
  "A user with this address already signs in with another method, such as a mailed link. The two are not joined automatically: whoever controls the address at the provider could take over the user. Sign in with the first method, or choose another person at Acme."
const flowLost =
  "This browser did not start the sign-in, or started it too long ago. Press “Continue with Acme” again."
const sentElsewhere = "The request did not come from a form of this page. Reload the page and try again."
const passkeyFailed =
  "The passkey could not be verified. Try again; if it fails again, sign in with a link and create a new passkey."
const expiredCeremony = "The passkey dialog was open for too long, or was answered before. Try again."
const unknownPasskey =
  "The store does not know this passkey: it may belong to a store that was closed. Create a new one."
const gone = "You are signed out, so there is nothing to change. Sign in first."

const mortise: Readonly<Record<MortiseReason, string>> = {
  not_post: sentElsewhere,
  cross_site: sentElsewhere,
  invalid_address: invalidAddress,
  too_many_requests:
    "Many links were requested for this address in a short time. Open one of the links in the inbox, or move the clock by an hour.",
  invalid_link: usedLink,
  expired: usedLink,
  other_browser: "The link was requested in another browser. Open it there, or ask for a new one here.",
  wrong_code: "The code is wrong. Type the newest code of the inbox.",
  too_many_attempts: "Too many wrong codes were typed. Ask for a new one.",
  try_later: "Too many wrong codes were typed. Wait, or ask for a new mail.",
  codes_locked: "Too many wrong codes were typed. Ask for a new mail, which has a longer code.",
  too_many_sessions: "This user has opened many newer sessions at the same time. Try again.",
  unknown_user: "The user was deleted during the sign-in. Ask for a new link.",
  suspended: "This user is suspended and cannot sign in.",
  unknown_provider: "The application does not know this provider.",
  signed_out: gone,
  sign_in_again: "This change needs a recent sign-in. Sign out, sign in again and repeat it.",
  state: flowLost,
  denied: cancelled,
  provider_refused: cancelled,
  invalid_profile: "Acme returned no id of the person, so there is no account to sign in with.",
  email_taken: otherMethod,
  linked_to_another:
    "This account of Acme belongs to another user. Sign in as that user, or choose another person.",
  confirm_sign_in_method:
    "This method was added before the address was proved, so somebody else may have added it. Sign in with a link to the address.",
  unlinked: "The user was deleted, or the account was removed, during the sign-in. Start again.",
  invalid_name: "The name of the user contains a character that cannot be stored. Type another address.",
  already_registered: "This passkey is already stored. Sign in with it.",
  challenge: expiredCeremony,
  not_verified: passkeyFailed,
  unknown_passkey: unknownPasskey,
  counter_regression:
    "This passkey's counter went back, as a copied passkey's would. Use another sign-in method.",
  pending: "Another request changes this session at the moment. Try again.",
}

/** Reasons of Auth.js and Better Auth, of the routes of the application, and of the browser. */
const others: Readonly<Record<string, string>> = {
  unavailable: "The store is down, so the request failed with status 503. Restart the store and try again.",
  unreachable: "The playground does not respond. Start it again with npm start.",
  needs_sql: "Better Auth needs a SQL database. Choose another store.",
  Verification: usedLink,
  INVALID_TOKEN: usedLink,
  VALIDATION_ERROR: invalidAddress,
  Configuration:
    "Auth.js reports that something in the application failed, and does not say what. The list of calls shows the one that failed.",
  AccessDenied: cancelled,
  OAuthAccountNotLinked: otherMethod,
  AccountNotLinked: otherMethod,
  OAuthCallbackError: cancelled,
  OAuthSignInError: flowLost,
  OAuthProfileParseError: flowLost,
  InvalidCheck: flowLost,
  CallbackRouteError: flowLost,
  EmailSignInError:
    "The mail with the link could not be sent. Type an address such as ada@example.com and try again.",
  WebAuthnVerificationError: passkeyFailed,
  invalid_request: passkeyFailed,
  NotAllowedError: "No passkey was used. Create one first, or try again and confirm it on your device.",
  InvalidStateError: "This device already has a passkey of this user. Sign in with it.",
  unsupported: "This browser has no passkeys. Use the link or OpenID.",
}

const unknownReason = "The sign-in failed. Try again; the list of calls shows what the store was asked."

/** What happened at a sign-in that failed, and what a person can do about it. */
export function reasonText(reason: string): string {
  const texts: Readonly<Record<string, string>> = { ...mortise, ...others }
  return Object.hasOwn(texts, reason) ? (texts[reason] ?? unknownReason) : unknownReason
}
