import type { ContractModelName } from "../../contract/models.ts"
import type { Account, User } from "../../contract/types.ts"

/**
 * Why a row is not in Better Auth. The first three concern rows that cannot or need not move:
 *
 * - `other_cookie`: a session, whose cookie Better Auth does not accept.
 * - `other_link`: a verification token. Its mailed link leads to Auth.js.
 * - `no_counterpart`: an account of a passkey or an email address, for which Better Auth has no row.
 *
 * The others need a decision:
 *
 * - `no_email`: a user without an email, which Better Auth requires.
 * - `no_user`: its user is missing, or was not copied.
 * - `no_passkey_plugin`: a passkey, while Better Auth has no table for passkeys.
 * - `unknown_account_id`: Better Auth identifies this provider's accounts by a value that Auth.js did not store.
 * - `undeclared_field`: Better Auth declares no field of this name.
 * - `taken`: another user has its email, its id or its account.
 * - `different`: Better Auth has the row with other values.
 * - `rejected`: Better Auth's database rejected it.
 */
export type CopyReason =
  | "other_cookie"
  | "other_link"
  | "no_counterpart"
  | "no_email"
  | "no_user"
  | "no_passkey_plugin"
  | "unknown_account_id"
  | "undeclared_field"
  | "taken"
  | "different"
  | "rejected"

/** A row that needs a decision. */
export type CopyProblem = {
  readonly model: ContractModelName
  /** The id of its user in the source. */
  readonly userId: string
  readonly reason: CopyReason
}

/** How many rows of a model were left out for a reason. */
export type LeftOut = {
  readonly model: ContractModelName
  readonly reason: CopyReason
  readonly count: number
}

/** What happened to the rows of one model: each is counted once. */
export type CopyCounts = {
  /** Created, and read back with all values. In a dry run: would be created. */
  readonly copied: number
  /** In Better Auth before, with the same values. */
  readonly equal: number
  readonly skipped: number
  readonly problems: number
}

/** What `copyToBetterAuth` did. */
export type CopyReport = {
  readonly rows: Readonly<Record<ContractModelName, CopyCounts>>
  /** Rows that cannot or need not move. */
  readonly skipped: readonly LeftOut[]
  /** Rows that need a decision. */
  readonly problems: readonly LeftOut[]
  /** Providers of copied accounts that Better Auth is not configured with: nobody can sign in with them yet. */
  readonly unconfiguredProviders: readonly string[]
  /** Whether all rows were read. */
  readonly isComplete: boolean
}

/** The module `better-auth/crypto`. */
export type BetterAuthCrypto = {
  symmetricEncrypt(input: { key: never; data: string }): Promise<string>
  symmetricDecrypt(input: { key: never; data: string }): Promise<string>
}

/** The options of `copyToBetterAuth`. */
export type CopyOptions = {
  /** Reads and compares everything, and writes nothing. Default: false. */
  readonly dryRun?: boolean
  /** The email of a user who has none; `undefined` leaves the user out. Default: such users are left out. */
  readonly emailFor?: (user: User) => string | undefined
  /**
   * Whether the email of a user is verified. Auth.js verifies only those of sign-ins by mail. Better Auth links no
   * further provider to a user whose email is not verified, and a sign-in by mail removes that user's accounts.
   * Default: whether `emailVerified` is set.
   */
  readonly isEmailVerified?: (user: User) => boolean | Promise<boolean>
  /** Better Auth's provider id by that of Auth.js, for each that differs. */
  readonly providers?: Readonly<Record<string, string>>
  /** Better Auth's account id for an account, if it is not `providerAccountId`. `undefined`: the default. */
  readonly accountId?: (account: Account) => string | undefined
  /** `false` leaves out the tokens of accounts. Default: true. */
  readonly tokens?: boolean
  /** The module `better-auth/crypto`, if Better Auth encrypts tokens with `account.encryptOAuthTokens`. */
  readonly crypto?: BetterAuthCrypto
  /** Copies rows without the fields that Better Auth does not declare. Default: such rows are reported. */
  readonly dropUndeclared?: boolean
  /** If Better Auth assigns ids: the new ids of users from an earlier run, by their old ids. */
  readonly ids?: ReadonlyMap<string, string>
  /** Called with the old and the new id of each user whose id changes. */
  readonly onId?: (from: string, to: string) => void
  readonly onProblem?: (problem: CopyProblem) => void
  /** Called after each page of rows. */
  readonly onPage?: (report: CopyReport) => void | Promise<void>
  /** Stops after the rows that are being written. */
  readonly signal?: AbortSignal
  /** How many rows are written at a time. Default: 8. */
  readonly concurrency?: number
}
