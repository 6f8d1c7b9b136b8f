import { type BetterAuthOptions, betterAuth } from "better-auth"
import type { Database } from "../../../../src/better-auth/index.ts"
import type { Call } from "./method-calls.ts"

export const options = {
  secret: "s".repeat(32),
  rateLimit: { storage: "database" },
  logger: { disabled: true },
} satisfies BetterAuthOptions

/** What Better Auth's core asks its database, each about a row of its own after `last`. */
export async function coreCalls(database: Database, last: number): Promise<Call[]> {
  const { internalAdapter: core } = await betterAuth({ ...options, database }).$context
  let row = last
  const next = (prefix: string): string => prefix + ++row
  const expiresAt = new Date(Date.now() + 600_000)
  const value = (identifier: string) => ({ identifier, value: "value", expiresAt })
  const account = (accountId: string) => ({ providerId: "credential", accountId })
  const someone = (name: string) => ({ name, email: `${name}@example.com`, emailVerified: false })
  const ofUser = { userId: next("user-"), providerId: "example", accountId: "bob" }
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    createOAuthUser: () => core.createOAuthUser(someone("ada"), { providerId: "example", accountId: "ada" }),
    linkAccount: () => core.linkAccount(ofUser),
    createSession: () => core.createSession(next("user-")),
    findSession: () => core.findSession(next("token-")),
    findSessions: () => core.findSessions([next("token-"), next("token-")]),
    updateSession: () => core.updateSession(next("token-"), { expiresAt }),
    deleteSession: () => core.deleteSession(next("token-")),
    listSessions: () => core.listSessions(next("user-"), { onlyActiveSessions: true }),
    deleteUserSessions: () => core.deleteUserSessions(next("user-")),
    findUserByEmail: () => core.findUserByEmail(next("email-"), { includeAccounts: true }),
    findUserById: () => core.findUserById(next("user-")),
    findAccountOwnerByKey: () => core.findAccountOwnerByKey(account(next("user-"))),
    findAccountByKey: () => core.findAccountByKey(account(next("user-"))),
    findAccounts: () => core.findAccounts(next("user-")),
    findCredentialAccount: () => core.findCredentialAccount(next("user-")),
    updateAccount: () => core.updateAccount(next("account-"), { scope: "scope" }),
    updatePassword: () => core.updatePassword(next("user-"), "hash"),
    updateUser: () => core.updateUser(next("user-"), { name: "Ada" }),
    updateUserByEmail: () => core.updateUserByEmail(next("email-"), { name: "Ada" }),
    createVerificationValue: () => core.createVerificationValue(value("new")),
    reserveVerificationValue: () => core.reserveVerificationValue(value("reserved")),
    findVerificationValue: () => core.findVerificationValue(next("identifier-")),
    consumeVerificationValue: () => core.consumeVerificationValue(next("identifier-")),
    updateVerificationByIdentifier: () =>
      core.updateVerificationByIdentifier(next("identifier-"), { value: "other" }),
    deleteVerificationByIdentifier: () => core.deleteVerificationByIdentifier(next("identifier-")),
    listUsers: () => core.listUsers(50, 50, { field: "email", direction: "asc" }),
    deleteUser: () => core.deleteUser(next("user-")),
  }
  return Object.entries(calls).map(([name, run]) => ({ name, rows: 100, run }))
}
