import type { ModelName, OperationName } from "mortise"

/** What identifies the content of a row in a history: the image of a user, the owner of an account, a time, a counter. */
export type RowValue = string | number

/** The outcome of a call as the caller saw it. */
export type ChaosOutcome =
  /** A row, with its value. */
  | { readonly value: RowValue }
  /** `null`: the row was not found. */
  | "nothing"
  /** `undefined`: the adapter does not tell whether the row existed. */
  | "done"
  /** The code of an error; `unknown` for an error without a code. */
  | { readonly error: string }
  /** No outcome: the process of the caller was killed. */
  | "lost"

/** A call before it is sent. */
export type ChaosRequest = {
  readonly operation: OperationName
  /** The email of a user, the token of a session, and so on. */
  readonly key: string
  /** The value that a write stores. */
  readonly set?: RowValue
  /** The key of the user who owns the row. The row is deleted with this user. */
  readonly owner?: string
  /** Whether several callers use the row. All other rows belong to one caller. */
  readonly isShared?: true
}

/** A call of a history, with its start and end in milliseconds on the clock that all processes share. */
export type ChaosCall = ChaosRequest & {
  readonly from: number
  /** `Infinity` without an outcome. */
  readonly to: number
  readonly outcome: ChaosOutcome
  /** The node that was read, for a lookup after the end of the load. */
  readonly node?: string
}

export type Effect = "create" | "change" | "remove" | "read"

/** The models of the nineteen operations. */
export type RowModel = Exclude<ModelName, "slot">

/** What each operation does, and to the row of which model. */
const effects: Readonly<Record<OperationName, readonly [Effect, RowModel]>> = {
  createUser: ["create", "user"],
  getUser: ["read", "user"],
  getUserByEmail: ["read", "user"],
  getUserByAccount: ["read", "account"],
  updateUser: ["change", "user"],
  deleteUser: ["remove", "user"],
  linkAccount: ["create", "account"],
  unlinkAccount: ["remove", "account"],
  getAccount: ["read", "account"],
  createSession: ["create", "session"],
  getSessionAndUser: ["read", "session"],
  updateSession: ["change", "session"],
  deleteSession: ["remove", "session"],
  createVerificationToken: ["create", "verificationToken"],
  useVerificationToken: ["remove", "verificationToken"],
  createAuthenticator: ["create", "authenticator"],
  getAuthenticator: ["read", "authenticator"],
  listAuthenticatorsByUserId: ["read", "authenticator"],
  updateAuthenticatorCounter: ["change", "authenticator"],
}

export const getEffect = ({ operation }: ChaosRequest): Effect => effects[operation][0]

export const getModel = ({ operation }: ChaosRequest): RowModel => effects[operation][1]

/** Whether the call succeeded, even if it found nothing. */
export const isAnswered = ({ outcome }: ChaosCall): boolean =>
  outcome !== "lost" && !(typeof outcome === "object" && "error" in outcome)

/** The value of the returned row; `undefined` if the call returned none. */
export const returnedValue = ({ outcome }: ChaosCall): RowValue | undefined =>
  typeof outcome === "object" && "value" in outcome ? outcome.value : undefined

export const getErrorCode = ({ outcome }: ChaosCall): string | undefined =>
  typeof outcome === "object" && "error" in outcome ? outcome.error : undefined

const unclear: readonly (string | undefined)[] = ["indeterminate", "unknown"]
const notApplied: readonly (string | undefined)[] = ["transient", "unavailable", "not_migrated", "readonly"]

/** Whether the write may have been applied or not. */
export const isUnclear = (call: ChaosCall): boolean =>
  call.outcome === "lost" || unclear.includes(getErrorCode(call))

/** Whether the store failed and, by its code, applied nothing. */
export const isFailed = (call: ChaosCall): boolean => notApplied.includes(getErrorCode(call))

/** Whether the store refused the call because of its rows, for example as a conflict. */
export const isRefused = (call: ChaosCall): boolean =>
  getErrorCode(call) !== undefined && !isUnclear(call) && !isFailed(call)
