import type { OperationName } from "./adapter.ts"

export type { OperationName }

/** The seven verbs of a store. */
export type Verb = "insert" | "find" | "list" | "findWithUser" | "update" | "take" | "removeUser"

/** The verb that each operation calls. Every adapter carries this list, so it is apart from their descriptions. */
export const operationVerbs = {
  createUser: "insert",
  getUser: "find",
  getUserByEmail: "find",
  getUserByAccount: "findWithUser",
  updateUser: "update",
  deleteUser: "removeUser",
  linkAccount: "insert",
  unlinkAccount: "take",
  getAccount: "find",
  createSession: "insert",
  getSessionAndUser: "findWithUser",
  updateSession: "update",
  deleteSession: "take",
  createVerificationToken: "insert",
  useVerificationToken: "take",
  createAuthenticator: "insert",
  getAuthenticator: "find",
  listAuthenticatorsByUserId: "list",
  updateAuthenticatorCounter: "update",
} as const satisfies Record<OperationName, Verb>

/**
 * The names of the nineteen operations.
 *
 * @example
 * ```ts
 * import { operationNames } from "mortise"
 * operationNames.length === 19 // true
 * ```
 */
export const operationNames: readonly OperationName[] = Object.keys(operationVerbs) as OperationName[]

type OperationFunction = (...args: unknown[]) => unknown

/** The function behind an operation, own or inherited; `undefined` when the adapter lacks it. */
export function findOperation(adapter: object, operation: OperationName): OperationFunction | undefined {
  const member: unknown = (adapter as Partial<Record<OperationName, unknown>>)[operation]
  return typeof member === "function" ? (member as OperationFunction) : undefined
}
