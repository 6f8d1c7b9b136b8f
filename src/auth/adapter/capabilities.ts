import { MortiseError } from "../../contract/errors.ts"
import type { Extras } from "../../contract/extras.ts"
import type { OperationName } from "../../contract/operations.ts"
import type { Slots } from "../../contract/slots.ts"
import type { Settings } from "../settings.ts"
import type { AnyUser, AuthAdapter } from "./normalize-adapter.ts"

/** What the adapter makes possible. One of ours makes all of it possible; of another, this says what to expect. */
export type Capabilities = {
  /** Of any number of requests at once, one extends a session; without, each of them writes. */
  readonly extendOnce: boolean
  /** Sessions can be listed and ended from elsewhere. */
  readonly revokeSessions: boolean
  /** A new user and their account are stored in one step; without, a crash between the two heals at the next sign-in. */
  readonly atomicSignUp: boolean
  /** Accounts can be listed and unlinked. */
  readonly listAccounts: boolean
  /** Passkeys can be taken away. */
  readonly removePasskeys: boolean
  /** The tokens of an account are renewed at each sign-in. */
  readonly refreshAccounts: boolean
  /** `emailVerified` is set once by the store itself; without, two first sign-ins at once may both set it. */
  readonly verifyOnce: boolean
  /** Mails to one address are limited. */
  readonly limitMails: boolean
  /** Guesses at a short code are counted. */
  readonly countAttempts: boolean
}

type AdapterParts = {
  readonly adapter: AuthAdapter<AnyUser>
  readonly extras: Partial<Extras>
  readonly slots: Slots | undefined
}

export function capabilitiesOf({ session }: Settings, { extras, slots }: AdapterParts): Capabilities {
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
  }
}

const tokenOperations: readonly OperationName[] = ["createVerificationToken", "useVerificationToken"]

/** The operations that the features in use call on their main path. */
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

/** Finds at start what would fail at the first sign-in; throws with everything that is missing. */
export function checkAdapter(settings: Settings, means: AdapterParts): void {
  const absent = [...requiredOperations(settings, means)].filter(
    (name) => typeof means.adapter[name] !== "function",
  )
  if (absent.length > 0)
    throw new MortiseError(
      "missing_operation",
      `The adapter lacks ${absent.join(", ")}, which the features in use call. Add them, or leave out what needs them.`,
      { operation: absent[0] as string },
    )
  if (settings.email?.sendCode && !means.slots)
    refuse("Codes need an adapter of Mortise, which counts the guesses: send links instead")
  if (settings.session.limit !== undefined && !means.extras.listSessions)
    refuse("session.limit needs an adapter of Mortise, which lists sessions: leave it out")
}

function refuse(sentence: string): never {
  throw new MortiseError("missing_operation", `${sentence}.`)
}
