import type { Guarded } from "./guarded.ts"
import type { OperationName } from "./operation-names.ts"
import type { ExtraFields } from "./schema.ts"
import type { Account, AccountKey, Authenticator, Changes, NewRows, Session, User } from "./types.ts"

/** The rows of a sign-up. The account and the session belong to the new user. */
export type SignUp<X extends ExtraFields = object> = {
  user: NewRows<X>["user"]
  account?: Omit<NewRows<X>["account"], "userId">
  session?: Omit<NewRows<X>["session"], "userId">
}

/** Functions that a sign-in lifecycle needs and the contract lacks. */
export type Extras<X extends ExtraFields = object> = {
  /** Creates user, account and session in one step: all or none. */
  signUp(rows: SignUp<X>): Promise<{ user: User<X>; account?: Account<X>; session?: Session<X> }>
  /** Lists the sessions of a user that have not expired. */
  listSessions(userId: string): Promise<Session<X>[]>
  listAccounts(userId: string): Promise<Account<X>[]>
  /** Updates an account. With `when`, only if these tokens are stored; null means that none is stored. */
  updateAccount(
    account: Changes<NewRows<X>["account"]> & AccountKey,
    when?: { refresh_token: string | null; access_token?: string | null },
  ): Promise<Guarded<Account<X>>>
  /** Sets `expires` to `to`, only if it is still `from`: exactly one of many concurrent callers writes. */
  extendSession(session: { sessionToken: string; from: Date; to: Date }): Promise<Guarded<Session<X>>>
  /** Sets `emailVerified`, only if it is null and the user still has this address. */
  verifyEmail(userId: string, email: string, at: Date): Promise<Guarded<User<X>>>
  /** Deletes every verification token of an identifier; returns their number. */
  dropTokens(identifier: string): Promise<number>
  /** Deletes a passkey; returns it, or null if it does not exist. */
  removeAuthenticator(credentialID: string): Promise<Authenticator<X> | null>
}

export type ExtraName = keyof Extras

/** The operations that each extra bypasses: overriding one of them disables the extra. */
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
