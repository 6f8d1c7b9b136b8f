export type { AccountFunctions, AccountInfo, UnlinkResult as Unlinked } from "./accounts/accounts.ts"
export type { RemovalRefusal as NotTaken } from "./accounts/sign-in-methods.ts"
export type { Capabilities } from "./adapter/capabilities.ts"
export type { AnyUser, AuthAdapter } from "./adapter/normalize-adapter.ts"
export type { AuthConfig, AuthOptions, Paths, SessionOptions, SessionStrategy } from "./config.ts"
export { type Auth, createAuth, type SessionUser as VisitingUser } from "./create-auth.ts"
export type {
  ConfirmPage,
  EmailFunctions,
  EmailRequest,
  EmailRequestResult as EmailRequested,
  FollowReason,
} from "./email/email-functions.ts"
export type { CodeMail, EmailOptions, LinkMail } from "./email/email-options.ts"
export type { AuthEvent, SignInMethod } from "./events.ts"
export type { HasHeaders } from "./http/cookies.ts"
export type { CrossSiteRefusal as Misdirected } from "./http/cross-site-check.ts"
export type {
  CallbackReason,
  CallbackResult,
  LinkResult as Linked,
  OAuthFunctions,
  StartOptions,
  StartResult as Started,
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
export type {
  SessionFunctions,
  SessionResult as Visit,
  SignOutResult as SignedOut,
} from "./sessions/session-functions.ts"
export type { SessionInfo } from "./sessions/strategy.ts"
