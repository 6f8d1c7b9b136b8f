import { MortiseError } from "../../contract/errors.ts"
import type { Extras } from "../../contract/extras.ts"
import type { OperationName } from "../../contract/operation-names.ts"
import type { Slots } from "../../contract/slots.ts"
import type { AnyUser, AuthAdapter } from "../adapter/normalize-adapter.ts"
import { hasLogout } from "../config/provider.ts"
import type { Settings } from "../config/settings.ts"
import { createUnsupportedError } from "./errors.ts"

/** What the adapter supports. A Mortise adapter supports everything; a third-party adapter may not. */
export type Capabilities = {
  /** Of many concurrent requests, one extends a session. Without it, each of them writes. */
  readonly extendOnce: boolean
  /** Sessions can be revoked by other requests, and listed with the strategy `database`. */
  readonly revokeSessions: boolean
  /** A new user and account are stored atomically. Without it, the next sign-in repairs a crash between the two. */
  readonly atomicSignUp: boolean
  /** Accounts can be listed and unlinked. */
  readonly listAccounts: boolean
  /** Passkeys can be removed. */
  readonly removePasskeys: boolean
  /** Each sign-in updates the stored tokens of the account. */
  readonly refreshAccounts: boolean
  /** A guarded write sets `emailVerified` once. Without it, two concurrent first sign-ins may both set it. */
  readonly verifyOnce: boolean
  /** Mails to one address are rate limited. */
  readonly limitMails: boolean
  /** Attempts to enter a code are counted. */
  readonly countAttempts: boolean
  /** Sign-in methods from before the first proof of the address must be confirmed. */
  readonly confirmSignInMethods: boolean
}

type AdapterParts = {
  readonly adapter: AuthAdapter<AnyUser>
  readonly extras: Partial<Extras>
  readonly slots: Slots | undefined
}

export function detectCapabilities({ session }: Settings, { extras, slots }: AdapterParts): Capabilities {
  return {
    extendOnce: session.strategy === "jwt" || extras.extendSession !== undefined,
    revokeSessions:
      session.strategy === "jwt"
        ? session.revocable && slots !== undefined
        : extras.listSessions !== undefined,
    atomicSignUp: extras.signUp !== undefined,
    listAccounts: extras.listAccounts !== undefined && slots !== undefined,
    removePasskeys:
      extras.removeAuthenticator !== undefined && extras.listAccounts !== undefined && slots !== undefined,
    refreshAccounts: extras.updateAccount !== undefined,
    verifyOnce: extras.verifyEmail !== undefined,
    limitMails: slots !== undefined,
    countAttempts: slots !== undefined,
    confirmSignInMethods: slots !== undefined,
  }
}

const tokenOperations: readonly OperationName[] = ["createVerificationToken", "useVerificationToken"]

/** The operations that the configured features call on their main path. */
function requiredOperations(
  { session, email, providers, passkeys }: Settings,
  { extras, slots }: AdapterParts,
): Set<OperationName> {
  const names: OperationName[] = ["getUser"]
  if (session.strategy === "database")
    names.push(
      "createSession",
      "getSessionAndUser",
      "deleteSession",
      ...(extras.extendSession ? [] : (["updateSession"] as const)),
    )
  if (email)
    names.push(
      ...tokenOperations,
      "getUserByEmail",
      "createUser",
      ...(extras.verifyEmail ? [] : (["updateUser"] as const)),
    )
  if (providers.size > 0)
    names.push(
      "getUserByAccount",
      "getUserByEmail",
      "createUser",
      "linkAccount",
      ...(extras.signUp ? [] : tokenOperations),
    )
  if (passkeys)
    names.push(
      ...(["createUser", "linkAccount", "getAccount", "createAuthenticator", "getAuthenticator"] as const),
      ...(["listAuthenticatorsByUserId", "updateAuthenticatorCounter"] as const),
      ...(slots ? [] : tokenOperations),
    )
  return new Set(names)
}

/** Throws at startup when the adapter lacks operations that the first sign-in would call; the error names them all. */
export function checkAdapter(settings: Settings, parts: AdapterParts): void {
  const absent = [...requiredOperations(settings, parts)].filter(
    (name) => typeof parts.adapter[name] !== "function",
  )
  if (absent.length > 0)
    throw new MortiseError(
      "missing_operation",
      `The adapter lacks ${absent.join(", ")}, which the configured features call. Add the operations, or remove the features.`,
      { operation: absent[0] as string },
    )
  if (settings.email?.sendCode && !parts.slots)
    throw createUnsupportedError(
      "email.sendCode needs a Mortise adapter, which counts attempts: use sendLink instead",
    )
  checkBackChannel(settings, parts)
  if (settings.session.maxSessions !== undefined && !parts.extras.listSessions)
    throw createUnsupportedError(
      "session.maxSessions needs a Mortise adapter, which lists sessions: remove the option",
    )
}

/** A provider that names a session must find it here, from any process. */
function checkBackChannel({ session, providers }: Settings, { extras, slots }: AdapterParts): void {
  const logoutProvider = [...providers.values()].find((provider) => hasLogout(provider, "back_channel"))
  if (!logoutProvider) return
  const option = `"back_channel" in logout of the provider ${logoutProvider.id}`
  if (!slots)
    throw createUnsupportedError(
      `${option} needs a Mortise adapter, whose slots store which session belongs to which login: use one, or remove "back_channel"`,
    )
  if (session.strategy === "database" && !extras.listSessions)
    throw createUnsupportedError(
      `${option} needs an adapter that lists sessions: override no operation on sessions`,
    )
  if (session.strategy === "jwt" && !session.revocable)
    throw createUnsupportedError(`${option} needs tokens that can be revoked: remove session.revocable`)
}
