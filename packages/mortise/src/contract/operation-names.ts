/**
 * The names of the nineteen operations.
 *
 * @example
 * ```ts
 * import { operationNames } from "mortise"
 * operationNames.length === 19 // true
 * ```
 */
export const operationNames = [
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
  "updateSession",
  "deleteSession",
  "createVerificationToken",
  "useVerificationToken",
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
] as const

/** The name of one of the nineteen operations. */
export type OperationName = (typeof operationNames)[number]
