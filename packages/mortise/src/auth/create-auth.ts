import type { User } from "../contract/types.ts"
import { type AccountFunctions, createAccounts } from "./accounts/accounts.ts"
import { createConfirmSignInMethod } from "./accounts/confirm-sign-in-method.ts"
import { createRemoveSignInMethod } from "./accounts/remove-sign-in-method.ts"
import type { Capabilities } from "./adapter/capabilities.ts"
import type { AnyUser, AuthUser } from "./adapter/normalize-adapter.ts"
import type { AuthConfig, SessionStrategy } from "./config.ts"
import { type Core, createCore } from "./core.ts"
import { createEmail } from "./email/email.ts"
import type { EmailFunctions } from "./email/email-functions.ts"
import { hideCookies } from "./hide-cookies.ts"
import { createOAuth } from "./oauth/oauth.ts"
import type { OAuthFunctions } from "./oauth/oauth-functions.ts"
import { checkFirst, createPeerCheck } from "./optional-peers.ts"
import type { PasskeyFunctions } from "./passkeys/passkey-functions.ts"
import { createPasskeys } from "./passkeys/passkeys.ts"
import { createReportRefusals } from "./report-refusals.ts"
import { routeAccess } from "./routes/route-access.ts"
import type { SessionFunctions } from "./sessions/session-functions.ts"
import { createSessions, type Sessions } from "./sessions/sessions.ts"
import { createSweepAfter } from "./sweep-after-requests.ts"
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
  /** Deletes a user with all accounts, sessions and passkeys. */
  deleteUser(userId: string): Promise<void>
  /** What the adapter supports. */
  readonly capabilities: Capabilities
}

/**
 * Sessions, sign-in by email, OAuth and passkeys over any adapter, as plain functions for any framework: they take a
 * `Request` and return data and cookies. A refused request returns `{ ok: false, reason }`. A function throws only when
 * the store, the mailer or the provider fails, and that signs no user out.
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
>(config: AuthConfig<U, S, F>): Auth<U, S, F> {
  const core = createCore(config)
  const sessions = createSessions(core)
  const removeSignInMethod = createRemoveSignInMethod(core, sessions)
  const confirmSignInMethod = createConfirmSignInMethod(core, sessions)
  const check = createPeerCheck(core.settings)
  const email = createEmail(core, sessions)
  const auth = {
    sessions: checkFirst(check, sessions.functions),
    // `peek` is synchronous and needs no package.
    email: { ...checkFirst(check, email), peek: email.peek },
    oauth: checkFirst(check, createOAuth(core, sessions)),
    accounts: checkFirst(check, createAccounts(core, removeSignInMethod, confirmSignInMethod)),
    passkeys: checkFirst(check, createPasskeys(core, sessions, removeSignInMethod, confirmSignInMethod)),
    users: checkFirst(check, createUsers(core, sessions)),
    ...checkFirst(check, { deleteUser: createDeleteUser(core, sessions) }),
    capabilities: core.capabilities,
    [routeAccess]: { settings: core.settings, emit: core.emit, identify: sessions.identify },
  }
  const report = createReportRefusals(core, sessions)
  const sweepAfter = createSweepAfter(core)
  const finish = <T extends object>(group: T): T => hideCookies(sweepAfter(group))
  const complete = {
    ...auth,
    sessions: finish(report("session", auth.sessions)),
    email: finish(auth.email),
    oauth: finish(report("oauth", auth.oauth)),
    accounts: finish(report("account", auth.accounts)),
    passkeys: finish(report("passkey", auth.passkeys)),
    users: finish(auth.users),
  }
  // Internally a user has the fields of the contract; for the caller, those of the adapter.
  return complete as unknown as Auth<U, S, F>
}

function createDeleteUser(
  { settings, adapter, capabilities, emit }: Core,
  { functions: { revokeAll }, revokeAllAgain }: Sessions,
): Auth["deleteUser"] {
  const hasTokens = settings.session.strategy === "jwt" && capabilities.revokeSessions
  return async (userId) => {
    // Tokens outlive the row of their user, so they are revoked first: if the deletion fails, the caller can retry it.
    if (hasTokens) await revokeAll(userId)
    await adapter.deleteUser(userId)
    // Another browser may have signed in concurrently.
    if (hasTokens) await revokeAllAgain(userId)
    emit({ type: "user_deleted", userId })
  }
}
