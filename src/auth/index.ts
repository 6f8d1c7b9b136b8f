export type { AccountFunctions, AccountInfo, Unlinked } from "./accounts/accounts.ts"
export type { NotTaken } from "./accounts/sign-in-methods.ts"
export type { Capabilities } from "./adapter/capabilities.ts"
export type { AnyUser, AuthAdapter } from "./adapter/normalize-adapter.ts"
export type { AuthConfig, AuthOptions, Paths, SessionOptions, SessionStrategy } from "./config.ts"
export { type Auth, createAuth, type VisitingUser } from "./create-auth.ts"
export type {
  ConfirmPage,
  EmailFunctions,
  EmailRequest,
  EmailRequested,
  FollowReason,
} from "./email/email-functions.ts"
export type { CodeMail, EmailOptions, LinkMail } from "./email/email-options.ts"
export type { AuthEvent, SignInMethod } from "./events.ts"
export type { HasHeaders } from "./http/cookies.ts"
export type { Misdirected } from "./http/cross-site-check.ts"
export type {
  CallbackReason,
  CallbackResult,
  Linked,
  OAuthFunctions,
  Started,
  StartOptions,
} from "./oauth/oauth-functions.ts"
export type { Claims, OAuthProvider, OidcProvider, Profile, Provider } from "./oauth/provider.ts"
export type { PasskeyInfo } from "./passkeys/credential.ts"
export type {
  Ceremony,
  CeremonyReason,
  PasskeyAdded,
  PasskeyFunctions,
} from "./passkeys/passkey-functions.ts"
export type { PasskeyOptions, WebAuthnLibrary } from "./passkeys/passkey-options.ts"
export type { Refused, SetCookies, SignedIn } from "./results.ts"
export type { SessionFunctions, SignedOut, Visit } from "./sessions/session-functions.ts"
export type { SessionInfo } from "./sessions/strategy.ts"
