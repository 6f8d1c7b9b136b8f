import type { ModelName } from "../../contract/models.ts"
import type { CallGroup, CallName } from "./call.ts"

/** The permissions to read secret fields of rows. No group of calls includes one. */
export const fieldPermissions = ["session_tokens", "provider_tokens", "secrets"] as const

/** A permission to read secret fields of rows. */
export type FieldPermission = (typeof fieldPermissions)[number]

/** The permission to read the secret fields of a model. */
export function getFieldPermission(model: ModelName): FieldPermission {
  if (model === "session") return "session_tokens"
  return model === "account" ? "provider_tokens" : "secrets"
}

/**
 * What a key may do: a call, a group of calls (`operations` are the nineteen, `reads` the ones among them that change
 * nothing), secret fields, `auth` for all that a server with `mortise/auth` needs, or `metrics` of `mortise serve`.
 */
export type Permission = CallGroup | CallName | FieldPermission | "auth" | "metrics"

/**
 * What `auth` stands for: all that `mortise/auth` needs, and nothing else. It stores providers' tokens and never reads
 * them. To revoke one of a user's sessions, it must read the tokens of all of them.
 */
export const authPermissions = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "deleteUser",
  "linkAccount",
  "unlinkAccount",
  "getAccount",
  "createSession",
  "getSessionAndUser",
  "deleteSession",
  "createVerificationToken",
  "useVerificationToken",
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
  "extras.signUp",
  "extras.listSessions",
  "extras.listAccounts",
  "extras.updateAccount",
  "extras.extendSession",
  "extras.verifyEmail",
  "extras.removeAuthenticator",
  "slots.claim",
  "slots.set",
  "slots.read",
  "slots.write",
  "slots.increment",
  "slots.take",
  "upkeep.sweep",
  "session_tokens",
] as const satisfies readonly Permission[]
