import type { OperationName } from "mortise"
import type { CaseContext } from "../case.ts"
import { accountKey, tokenKey } from "./row-keys.ts"

/** Valid arguments for one call of each operation. */
export function sampleArguments(t: CaseContext, userId: string): Record<OperationName, readonly unknown[]> {
  const account = t.account(userId)
  const session = t.session(userId)
  const token = t.verificationToken()
  const passkey = t.authenticator(userId)
  const key = accountKey(account)
  const { credentialID } = passkey
  return {
    createUser: [t.user()],
    getUser: [userId],
    getUserByEmail: [t.email()],
    getUserByAccount: [key],
    updateUser: [{ id: userId, name: "Ada" }],
    deleteUser: [crypto.randomUUID()],
    linkAccount: [account],
    unlinkAccount: [key],
    getAccount: [account.providerAccountId, account.provider],
    createSession: [session],
    getSessionAndUser: [session.sessionToken],
    updateSession: [{ sessionToken: session.sessionToken, expires: t.inDays(2) }],
    deleteSession: [session.sessionToken],
    createVerificationToken: [token],
    useVerificationToken: [tokenKey(token)],
    createAuthenticator: [passkey],
    getAuthenticator: [credentialID],
    listAuthenticatorsByUserId: [userId],
    updateAuthenticatorCounter: [credentialID, 1],
  }
}
