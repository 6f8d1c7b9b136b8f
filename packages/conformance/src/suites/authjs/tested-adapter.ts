import type {
  Account,
  AccountKey,
  Authenticator,
  Changes,
  NewRows,
  Session,
  User,
  VerificationToken,
} from "mortise"

/** What an operation may return instead of a row where the contract allows it. */
type Nothing = null | undefined

/**
 * The nineteen operations as the contract types them, each returning a promise. Where the contract allows an
 * operation to return nothing, so does this type: a case that relies on more does not compile.
 */
export type TestedAdapter = {
  createUser(user: NewRows["user"]): Promise<User>
  getUser(id: string): Promise<User | null>
  getUserByEmail(email: string): Promise<User | null>
  getUserByAccount(account: AccountKey): Promise<User | null>
  updateUser(user: Changes<NewRows["user"]> & { id: string }): Promise<User>
  deleteUser(userId: string): Promise<User | Nothing>
  linkAccount(account: NewRows["account"]): Promise<Account | Nothing>
  unlinkAccount(account: AccountKey): Promise<Account | Nothing>
  getAccount(providerAccountId: string | number, provider: string): Promise<Account | null>
  createSession(session: NewRows["session"]): Promise<Session>
  getSessionAndUser(sessionToken: string): Promise<{ session: Session; user: User } | null>
  updateSession(session: Changes<NewRows["session"]> & { sessionToken: string }): Promise<Session | Nothing>
  deleteSession(sessionToken: string): Promise<Session | Nothing>
  createVerificationToken(token: NewRows["verificationToken"]): Promise<VerificationToken | Nothing>
  useVerificationToken(key: { identifier: string; token: string }): Promise<VerificationToken | null>
  createAuthenticator(authenticator: NewRows["authenticator"]): Promise<Authenticator>
  getAuthenticator(credentialID: string): Promise<Authenticator | null>
  listAuthenticatorsByUserId(userId: string): Promise<Authenticator[]>
  updateAuthenticatorCounter(credentialID: string, newCounter: number): Promise<Authenticator>
}
