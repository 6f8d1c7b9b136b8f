import type { Account, AccountKey } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

const evidence = "a join whose columns are all returned; SEC-S18"

/** Defects of answers that carry fields of another row. */
export const joinedRowMutants: readonly Mutant[] = [
  {
    name: "owner-with-the-tokens-of-the-account",
    by: "own-fields/of-users",
    defect: "getUserByAccount returns the user with the access token of the account",
    evidence,
    make: breaking((good) => ({
      async getUserByAccount(key) {
        const owner = await good.getUserByAccount(key)
        const account = await good.getAccount(String(key.providerAccountId), key.provider)
        return owner && { ...owner, oauth: { token: account?.access_token } }
      },
    })),
  },
  {
    name: "user-with-the-expiry-of-the-session",
    by: "own-fields/of-users",
    defect: "getSessionAndUser returns the user with the expiry of the session",
    evidence,
    make: breaking((good) => ({
      async getSessionAndUser(token) {
        const found = await good.getSessionAndUser(token)
        return found && { ...found, user: { ...found.user, expires: found.session.expires } }
      },
    })),
  },
  {
    name: "user-by-address-has-more-fields",
    by: "own-fields/of-users",
    defect: "getUserByEmail returns a field that no other lookup returns",
    evidence: "SELECT * in one of the lookups; SEC-S18",
    make: breaking((good) => ({
      async getUserByEmail(email) {
        const user = await good.getUserByEmail(email)
        return user && { ...user, passwordHash: "$argon2id$" }
      },
    })),
  },
  {
    name: "deleted-user-with-the-account",
    by: "own-fields/of-written-users",
    defect: "deleteUser returns the user with the accounts that were deleted with it",
    evidence,
    make: breaking((good) => {
      const linked = new Map<string, AccountKey[]>()
      return {
        linkAccount(account) {
          linked.set(account.userId, [...(linked.get(account.userId) ?? []), { ...account } as Account])
          return good.linkAccount(account)
        },
        async deleteUser(id) {
          const deleted = await good.deleteUser(id)
          return deleted && { ...deleted, accounts: linked.get(id) ?? [] }
        },
      }
    }),
  },
  {
    name: "session-with-the-address",
    by: "own-fields/of-sessions",
    defect: "getSessionAndUser returns the session with the address of its user",
    evidence,
    make: breaking((good) => ({
      async getSessionAndUser(token) {
        const found = await good.getSessionAndUser(token)
        return found && { ...found, session: { ...found.session, email: found.user.email } }
      },
    })),
  },
  {
    name: "account-with-its-user",
    by: "own-fields/of-accounts",
    defect: "getAccount returns the account with its user",
    evidence,
    make: breaking((good) => ({
      async getAccount(id, provider) {
        const account = await good.getAccount(id, provider)
        return account && { ...account, user: await good.getUser(account.userId) }
      },
    })),
  },
  {
    name: "listed-passkeys-with-the-address",
    by: "own-fields/of-passkeys",
    defect: "listAuthenticatorsByUserId returns each passkey with the address of its user",
    evidence,
    make: breaking((good) => ({
      async listAuthenticatorsByUserId(userId) {
        const user = await good.getUser(userId)
        return (await good.listAuthenticatorsByUserId(userId)).map((row) => ({ ...row, owner: user?.email }))
      },
    })),
  },
  {
    name: "used-token-with-the-user",
    by: "own-fields/of-tokens",
    defect: "useVerificationToken returns the token with the name of the user of its address",
    evidence,
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const user = await good.getUserByEmail(key.identifier)
        const used = await good.useVerificationToken(key)
        return used && user ? { ...used, name: user.name } : used
      },
    })),
  },
]
