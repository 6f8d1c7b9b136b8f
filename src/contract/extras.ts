import type { OperationName } from "./operations.ts"
import type { ExtraFields } from "./schema.ts"
import type { Account, AccountKey, Authenticator, Changes, NewRows, Session, User } from "./types.ts"

/** A guarded change answers as the verb below it does. */
export type Guarded<T> = T | "absent" | "refused"

/** A sign-up: whose user the account and the session are goes without saying. */
export type SignUp<X extends ExtraFields = object> = {
  user: NewRows<X>["user"]
  account?: Omit<NewRows<X>["account"], "userId">
  session?: Omit<NewRows<X>["session"], "userId">
}

/** What the contract lacks and a lifecycle needs. */
export type Extras<X extends ExtraFields = object> = {
  /** User, account and session in one step: all of them or none. */
  signUp(rows: SignUp<X>): Promise<{ user: User<X>; account?: Account<X>; session?: Session<X> }>
  /** The sessions of a user that have not expired. */
  listSessions(userId: string): Promise<Session<X>[]>
  listAccounts(userId: string): Promise<Account<X>[]>
  /** Refreshes an account's tokens. With `when`, only if its refresh token is still that one (null: has none). */
  updateAccount(
    account: Changes<NewRows<X>["account"]> & AccountKey,
    when?: { refresh_token: string | null },
  ): Promise<Guarded<Account<X>>>
  /** Moves `expires`, only if it is still `from`: of many callers one writes. */
  extendSession(session: { sessionToken: string; from: Date; to: Date }): Promise<Guarded<Session<X>>>
  /** Sets `emailVerified`, only if it was null: the first success counts. */
  verifyEmail(userId: string, at: Date): Promise<Guarded<User<X>>>
  /** Removes every verification token of an identifier; returns how many. */
  dropTokens(identifier: string): Promise<number>
  /** Removes a passkey for good; returns it, or null when there is none. */
  removeAuthenticator(credentialID: string): Promise<Authenticator<X> | null>
}

export type ExtraName = keyof Extras

/** The operations that each extra goes past: overriding one of them turns the extra off. */
export const bypasses: { readonly [E in ExtraName]: readonly OperationName[] } = {
  signUp: ["createUser", "linkAccount", "createSession"],
  listSessions: ["createSession", "getSessionAndUser", "updateSession", "deleteSession"],
  listAccounts: ["linkAccount", "unlinkAccount", "getAccount", "getUserByAccount"],
  updateAccount: ["linkAccount", "getAccount"],
  extendSession: ["createSession", "getSessionAndUser", "updateSession"],
  verifyEmail: ["updateUser"],
  dropTokens: ["createVerificationToken", "useVerificationToken"],
  removeAuthenticator: [
    "createAuthenticator",
    "getAuthenticator",
    "listAuthenticatorsByUserId",
    "updateAuthenticatorCounter",
  ],
}
