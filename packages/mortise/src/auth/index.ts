export type { LimitOptions } from "../contract/slots.ts"
export type { AnyUser, AuthAdapter, AuthUser } from "./adapter/normalize-adapter.ts"
export type {
  AuthOptions,
  AuthSettings,
  PathOptions,
  SessionOptions,
  SessionStrategy,
  SweepSchedule,
} from "./config/auth-options.ts"
export type {
  ChangeNoticeMail,
  CodeMail,
  EmailOptions,
  LinkMail,
  MailReason,
} from "./config/email-options.ts"
export type { AuthEvent, RefusedFlow, SignInMethod } from "./config/events.ts"
export type { PasskeyOptions, WebAuthnLibrary } from "./config/passkey-options.ts"
export type {
  Claims,
  GetFromProvider,
  OAuthProvider,
  OidcProvider,
  Profile,
  Provider,
  ProviderLogout,
} from "./config/provider.ts"
export type { TenantAuthOptions } from "./config/tenant-options.ts"
export type { Capabilities } from "./core/capabilities.ts"
export type { Refused, SessionInfo, SignedIn, SteppedUp, StepUpMethod } from "./core/results.ts"
export { type Auth, createAuth, type SessionUser, type TenantAuth } from "./create-auth.ts"
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
export { cookieHeaders } from "./http/cookie-headers.ts"
export type { HasHeaders, SetCookies } from "./http/cookies.ts"
export type { CrossSiteRefusal } from "./http/cross-site-check.ts"
export { postedFields } from "./http/read-fields.ts"
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
export type { PasskeyInfo } from "./passkeys/credential.ts"
export type {
  Ceremony,
  CeremonyReason,
  PasskeyAdded,
  PasskeyFunctions,
  PasskeyRefusal,
} from "./passkeys/passkey-functions.ts"
export { type AuthRoutes, authRoutes, type RouteContext, type RouteOptions } from "./routes/auth-routes.ts"
export { type RefusalReason, type RouteReason, refusalText } from "./routes/refusals.ts"
export type { RoutableAuth, RouteUser } from "./routes/route-call.ts"
export type { RoutePage } from "./routes/route-page.ts"
export type {
  RevokeSessionResult,
  SessionFunctions,
  SessionResult,
  SignOutResult,
} from "./sessions/session-functions.ts"
export type {
  AccountFunctions,
  AccountInfo,
  ConfirmResult,
  UnlinkResult,
} from "./sign-in-methods/accounts.ts"
export type { ConfirmRefusal } from "./sign-in-methods/confirm-sign-in-method.ts"
export type { RemovalRefusal } from "./sign-in-methods/remove-sign-in-method.ts"
export type { UserFunctions } from "./users/users.ts"
