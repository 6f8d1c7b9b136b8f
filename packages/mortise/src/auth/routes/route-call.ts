import type { Settings } from "../config/settings.ts"
import type { Refused } from "../core/results.ts"
import type { EmailFunctions } from "../email/email-functions.ts"
import type { SetCookies } from "../http/cookies.ts"
import type { OAuthFunctions } from "../oauth/oauth-functions.ts"
import type { PasskeyFunctions } from "../passkeys/passkey-functions.ts"
import type { SessionFunctions } from "../sessions/session-functions.ts"
import type { RefusalReason } from "./refusals.ts"
import type { RoutePage } from "./route-page.ts"

/** The user fields that the routes read. */
export type RouteUser = {
  readonly id: string
  readonly email: string | null
  readonly name?: string | null
  readonly image?: string | null
}

/** What the routes and bindings need of `createAuth`. `U` is the user that `sessions.read` returns. */
export type RoutableAuth<U extends RouteUser = RouteUser> = {
  readonly sessions: Pick<SessionFunctions<RouteUser, U>, "read" | "signOut">
  readonly email: Pick<EmailFunctions<RouteUser>, "request" | "peek" | "follow">
  readonly oauth: OAuthFunctions<RouteUser>
  readonly passkeys: Pick<
    PasskeyFunctions<RouteUser>,
    "registrationOptions" | "verifyRegistration" | "authenticationOptions" | "verifyAuthentication"
  >
}

/** A request to a route. */
export type RouteCall = {
  readonly auth: RoutableAuth
  readonly settings: Settings
  /** With its whole body. */
  readonly request: Request
  /** The posted fields, or the query parameters. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The last part of the path, for a route with `*`. */
  readonly provider: string
}

/** The page of a successful request, without what all pages have. */
export type Shown = Pick<RoutePage, "title" | "text" | "form">

/** What a route does. Scripts get `json`; a form gets the redirect or the page, if there is one. */
export type RouteAnswer = {
  readonly ok: true
  readonly json: object
  readonly redirect?: string
  readonly page?: Shown
  readonly cookies: SetCookies
}

/** A refusal, and the form that its page shows. */
export type RouteRefusal = Refused<RefusalReason> & {
  readonly form?: RoutePage["form"]
  /** The function that refused emits no event. */
  readonly isUnreported?: true
}

/** A response in the form that a standard prescribes, and the error, if it reports a failure. */
export type StandardAnswer = { readonly response: Response; readonly error?: unknown }

/** One method of one path. */
export type Route = (call: RouteCall) => Promise<RouteAnswer | RouteRefusal | StandardAnswer>

/** The user fields that scripts may read. */
export const publicUser = ({ id, email, name = null, image = null }: RouteUser) => ({
  id,
  name,
  email,
  image,
})
