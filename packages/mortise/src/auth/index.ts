export type { AccountFunctions, AccountInfo, ConfirmResult, UnlinkResult } from "./accounts/accounts.ts"
export type { ConfirmRefusal } from "./accounts/confirm-sign-in-method.ts"
export type { RemovalRefusal } from "./accounts/remove-sign-in-method.ts"
export type { Capabilities } from "./adapter/capabilities.ts"
export type { AnyUser, AuthAdapter, AuthUser } from "./adapter/normalize-adapter.ts"
export type {
  AuthConfig,
  AuthOptions,
  Paths,
  SessionOptions,
  SessionStrategy,
  SweepSchedule,
} from "./config.ts"
export { type Auth, createAuth, type SessionUser } from "./create-auth.ts"
export type {
  AddressChanged,
  ChangeRequestResult,
  ConfirmPage,
  EmailFunctions,
  EmailRequest,
  EmailRequestResult,
  FollowChangeReason,
  FollowReason,
  StepUpReason,
} from "./email/email-functions.ts"
export type { CodeMail, EmailOptions, LinkMail, MailReason, NoticeMail } from "./email/email-options.ts"
export type { AuthEvent, RefusedFlow, SignInMethod } from "./events.ts"
export { cookieHeaders } from "./http/cookie-headers.ts"
export type { HasHeaders } from "./http/cookies.ts"
export type { CrossSiteRefusal } from "./http/cross-site-check.ts"
export { postedFields } from "./http/read-body.ts"
export type { RequestIdOption } from "./http/request-id.ts"
export type {
  BackChannelResult,
  CallbackReason,
  CallbackResult,
  LinkResult,
  OAuthFunctions,
  ProviderSignOutResult,
  SignedOutResult,
  StartOptions,
  StartResult,
} from "./oauth/oauth-functions.ts"
export type {
  Claims,
  GetFromProvider,
  OAuthProvider,
  OidcProvider,
  Profile,
  Provider,
  ProviderLogout,
} from "./oauth/provider.ts"
export type { PasskeyInfo } from "./passkeys/credential.ts"
export type {
  Ceremony,
  CeremonyReason,
  PasskeyAdded,
  PasskeyFunctions,
  PasskeyRefusal,
} from "./passkeys/passkey-functions.ts"
export type { PasskeyOptions, WebAuthnLibrary } from "./passkeys/passkey-options.ts"
export type { Refused, SetCookies, SignedIn, SteppedUp } from "./results.ts"
export { type AuthRoutes, authRoutes, type RouteContext, type RouteOptions } from "./routes/auth-routes.ts"
export { type RefusalReason, type RouteReason, refusalText } from "./routes/refusals.ts"
export type { RoutableAuth, RouteUser } from "./routes/route-call.ts"
export type { RoutePage } from "./routes/route-page.ts"
export type {
  SessionFunctions,
  SessionResult,
  SignOutResult,
} from "./sessions/session-functions.ts"
export type { SessionInfo, StepUpMethod } from "./sessions/strategy.ts"
export type { UserFunctions } from "./users/users.ts"
