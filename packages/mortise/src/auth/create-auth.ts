import { isForTenant } from "../contract/tenants.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { User } from "../contract/types.ts"
import type { AnyUser, AuthUser } from "./adapter/normalize-adapter.ts"
import {
  addCallLayers,
  createCheckPeers,
  createReportRefusals,
  hideCookies,
  hideCookiesOfResult,
} from "./call-layers/call-layers.ts"
import { createSweepAfterCalls } from "./call-layers/sweep-after-calls.ts"
import type { AuthOptions, SessionStrategy } from "./config/auth-options.ts"
import type { RefusedFlow } from "./config/events.ts"
import type { TenantAuthOptions } from "./config/tenant-options.ts"
import type { Capabilities } from "./core/capabilities.ts"
import { createCore } from "./core/core.ts"
import { createEmail } from "./email/email.ts"
import type { EmailFunctions } from "./email/email-functions.ts"
import { createOAuth } from "./oauth/oauth.ts"
import type { OAuthFunctions } from "./oauth/oauth-functions.ts"
import type { PasskeyFunctions } from "./passkeys/passkey-functions.ts"
import { createPasskeys } from "./passkeys/passkeys.ts"
import { routeAccess } from "./routes/route-access.ts"
import type { SessionFunctions } from "./sessions/session-functions.ts"
import { createSessions } from "./sessions/sessions.ts"
import { type AccountFunctions, createAccounts } from "./sign-in-methods/accounts.ts"
import { createConfirmSignInMethod } from "./sign-in-methods/confirm-sign-in-method.ts"
import { createRemoveSignInMethod } from "./sign-in-methods/remove-sign-in-method.ts"
import { createTenantAuth } from "./tenants/tenant-auth.ts"
import { createUsers, type UserFunctions } from "./users/users.ts"

/**
 * The user that `sessions.read` returns: the stored user, or with `jwt` the fields in the token. A field of
 * `session.userFields` is null if it is too long for the token.
 */
export type SessionUser<U extends AnyUser, S extends SessionStrategy, F = never> = S extends "database"
  ? AuthUser<U>
  : [F] extends [never]
    ? AuthUser
    : AuthUser & { [Name in F & keyof U]: U[Name] | null }

/** What `createAuth` returns. */
export type Auth<U extends AnyUser = User, S extends SessionStrategy = "jwt", F extends string = never> = {
  readonly sessions: SessionFunctions<AuthUser<U>, SessionUser<U, S, F>>
  readonly email: EmailFunctions<AuthUser<U>>
  readonly oauth: OAuthFunctions<AuthUser<U>>
  readonly accounts: AccountFunctions
  readonly passkeys: PasskeyFunctions<AuthUser<U>>
  readonly users: UserFunctions
  /** What the adapter supports. */
  readonly capabilities: Capabilities
}

/** What `createAuth` returns with the option `tenant`: each call goes to the tenant of its request. */
export type TenantAuth<
  U extends AnyUser = User,
  S extends SessionStrategy = "jwt",
  F extends string = never,
> = Auth<U, S, F> & {
  /** The functions of one tenant, for calls without a request, such as `users.delete`. */
  forTenant(tenant: string): Auth<U, S, F>
}

/**
 * Sessions, sign-in by email, OAuth and passkeys over any adapter, as plain functions for any framework: they take a
 * `Request` and return data and cookies. A refused request returns `{ ok: false, reason }`. A function throws only when
 * the store, the mailer or the provider fails, and that signs no user out. With tenants, it also throws `not_found` for a
 * request without a tenant.
 *
 * @example
 * ```ts
 * import { createAuth } from "mortise/auth"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const auth = createAuth({
 *   adapter: memoryAdapter(),
 *   secret: crypto.randomUUID() + crypto.randomUUID(),
 *   origin: "https://app.example",
 *   session: { strategy: "database" },
 *   email: { sendLink: ({ to, link }) => console.log(`A mail to ${to}: ${link}`) },
 * })
 *
 * const request = new Request("https://app.example/sign-in", { method: "POST" })
 * await auth.email.request(request, { email: "ada@example.com" })
 * const { user } = await auth.sessions.read(request) // null until the user follows the link
 * ```
 */
export function createAuth<
  U extends AnyUser = User,
  S extends SessionStrategy = "jwt",
  F extends keyof U & string = never,
>(options: TenantAuthOptions<U, S, F>): TenantAuth<U, S, F>
export function createAuth<
  U extends AnyUser = User,
  S extends SessionStrategy = "jwt",
  F extends keyof U & string = never,
>(options: AuthOptions<U, S, F>): Auth<U, S, F>
export function createAuth(options: AuthOptions<AnyUser> | TenantAuthOptions<AnyUser>): object {
  if ("tenant" in options) return createTenantAuth(options, createOneAuth)
  if (isForTenant(options.adapter))
    throwInvalid(
      "createAuth: this adapter is a function of a tenant. Set the option `tenant` to a function that returns the tenant of a request, or pass forTenant(name) for one tenant.",
    )
  return createOneAuth(options)
}

/** The functions of an application without tenants, or of one tenant. */
function createOneAuth(options: AuthOptions<AnyUser>, tenant?: string): Auth {
  const core = createCore(options, tenant)
  const sessions = createSessions(core)
  const removeSignInMethod = createRemoveSignInMethod(core, sessions)
  const confirmSignInMethod = createConfirmSignInMethod(core, sessions)
  const { peek, ...email } = createEmail(core, sessions)

  // Around every call, the outermost first.
  const checkPeers = createCheckPeers(core.settings)
  const reportRefusals = createReportRefusals(core, sessions)
  const outer = [hideCookiesOfResult, createSweepAfterCalls(core)]
  const layers = [...outer, checkPeers]
  const createFlowLayers = (flow: RefusedFlow) => [...outer, reportRefusals(flow), checkPeers]

  const auth = {
    sessions: addCallLayers(createFlowLayers("session"), sessions.functions),
    email: {
      ...addCallLayers(layers, email),
      // Synchronous, and needs no package.
      peek: (request: Pick<Request, "url">) => hideCookies(peek(request)),
    },
    oauth: addCallLayers(createFlowLayers("oauth"), createOAuth(core, sessions)),
    accounts: addCallLayers(
      createFlowLayers("account"),
      createAccounts(core, removeSignInMethod, confirmSignInMethod),
    ),
    passkeys: addCallLayers(
      createFlowLayers("passkey"),
      createPasskeys(core, sessions, removeSignInMethod, confirmSignInMethod),
    ),
    users: addCallLayers(layers, createUsers(core, sessions)),
    capabilities: core.capabilities,
    [routeAccess]: { settings: core.settings, emit: core.emit, identify: sessions.identify },
  }
  // Internally a user has the contract's fields. For the caller, it has the adapter's.
  return auth as unknown as Auth
}
