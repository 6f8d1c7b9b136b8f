import type { ErrorCode } from "./errors.ts"
import type { ModelName } from "./models.ts"
import type { OperationName } from "./operation-names.ts"

/** One argument: a new row, changes to a row, an object that holds a key, or a single field. */
export type Argument =
  | { readonly row: ModelName }
  | { readonly changes: ModelName }
  | { readonly key: ModelName }
  | { readonly field: string; readonly of: ModelName }

/** The description of an operation. */
export type Operation = {
  readonly model: ModelName
  readonly takes: readonly Argument[]
  readonly returns: "row" | "rows" | "session_and_user"
  /** The result when the row does not exist: a value, or an error of this code. */
  readonly absent: "null" | "undefined" | "empty_list" | "not_found" | "never"
  /** The error codes it may throw, besides the codes of a failing store. */
  readonly throws: readonly ErrorCode[]
  /** The clauses of the contract about it. */
  readonly clauses: readonly string[]
}

type Shape = Omit<Operation, "clauses">

const creates = (model: ModelName, ...more: ErrorCode[]): Shape => ({
  model,
  takes: [{ row: model }],
  returns: "row",
  absent: "never",
  throws: ["invalid", "conflict", ...more],
})

const finds = (model: ModelName, ...fields: string[]): Shape => ({
  model,
  takes: fields.map((field) => ({ field, of: model })),
  returns: "row",
  absent: "null",
  throws: ["invalid"],
})

const changes = (model: ModelName, absent: "null" | "not_found", ...more: ErrorCode[]): Shape => ({
  model,
  takes: [{ changes: model }],
  returns: "row",
  absent,
  throws: ["invalid", "not_found", ...more],
})

const takes = (model: ModelName, argument: Argument): Shape => ({
  model,
  takes: [argument],
  returns: "row",
  absent: "null",
  throws: ["invalid"],
})

/** The nineteen operations of the contract: what each takes, returns and may throw. */
export const operations = {
  createUser: { ...creates("user"), clauses: ["§4 createUser"] },
  getUser: { ...finds("user", "id"), clauses: ["§4 getUser", "§7.5"] },
  getUserByEmail: { ...finds("user", "email"), clauses: ["§4 getUserByEmail", "§7.5"] },
  getUserByAccount: {
    ...finds("user"),
    takes: [{ key: "account" }],
    clauses: ["§4 getUserByAccount", "§7.5"],
  },
  updateUser: { ...changes("user", "not_found", "conflict"), clauses: ["§4 updateUser"] },
  deleteUser: { ...finds("user", "id"), clauses: ["§4 deleteUser"] },

  linkAccount: { ...creates("account", "not_found"), clauses: ["§4 linkAccount"] },
  unlinkAccount: {
    ...takes("account", { key: "account" }),
    absent: "undefined",
    clauses: ["§4 unlinkAccount"],
  },
  getAccount: { ...finds("account", "providerAccountId", "provider"), clauses: ["§4 getAccount", "§7.4"] },

  createSession: { ...creates("session", "not_found"), clauses: ["§4 createSession"] },
  getSessionAndUser: {
    ...finds("session", "sessionToken"),
    returns: "session_and_user",
    clauses: ["§4 getSessionAndUser", "§3", "§7.5"],
  },
  updateSession: { ...changes("session", "null"), clauses: ["§4 updateSession", "§3"] },
  deleteSession: {
    ...takes("session", { field: "sessionToken", of: "session" }),
    clauses: ["§4 deleteSession", "§3"],
  },

  createVerificationToken: { ...creates("verificationToken"), clauses: ["§4 createVerificationToken"] },
  useVerificationToken: {
    ...takes("verificationToken", { key: "verificationToken" }),
    clauses: ["§4 useVerificationToken", "§3", "§7.5"],
  },

  createAuthenticator: {
    ...creates("authenticator", "not_found"),
    clauses: ["§4 createAuthenticator", "§7.2"],
  },
  getAuthenticator: { ...finds("authenticator", "credentialID"), clauses: ["§4 getAuthenticator", "§7.4"] },
  listAuthenticatorsByUserId: {
    ...finds("authenticator", "userId"),
    returns: "rows",
    absent: "empty_list",
    clauses: ["§4 listAuthenticatorsByUserId", "§7.3"],
  },
  updateAuthenticatorCounter: {
    ...changes("authenticator", "not_found", "counter_regression"),
    takes: finds("authenticator", "credentialID", "counter").takes,
    clauses: ["§4 updateAuthenticatorCounter", "§7.2"],
  },
} as const satisfies Record<OperationName, Operation>
