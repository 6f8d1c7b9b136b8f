import type { Account, Authenticator } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** Defects that only show after a certain sequence of calls, or with certain keys. */
export const lifeMutants: readonly Mutant[] = [
  {
    name: "relinked-account-has-old-tokens",
    by: "lives/of-many-people",
    defect: "an account that is linked again after it was unlinked has the tokens of the first time",
    evidence: "soft deletes that are undone by an upsert",
    make: breaking((good) => {
      const first = new Map<string, Partial<Account>>()
      return {
        async linkAccount(account) {
          const key = keyOf(account.provider, account.providerAccountId)
          const { refresh_token, expires_at } = account
          const tokens = first.get(key)
          first.set(key, { ...(refresh_token && { refresh_token }), ...(expires_at && { expires_at }) })
          return good.linkAccount({ ...tokens, ...account })
        },
      }
    }),
  },
  {
    name: "token-ends-with-the-first",
    by: "lifetimes/one-token-ends",
    defect: "a token ends when the first token of its address ends",
    evidence: "one key with an expiry for all tokens of an address; SEC-E4",
    make: breaking((good) => {
      const ends = new Map<string, number>()
      return {
        createVerificationToken(token) {
          if (!ends.has(token.identifier)) ends.set(token.identifier, token.expires.getTime())
          return good.createVerificationToken(token)
        },
        async useVerificationToken(key) {
          const used = await good.useVerificationToken(key)
          const end = ends.get(used?.identifier ?? "") ?? 0
          return used && end <= Date.now() && used.expires.getTime() > Date.now() ? null : used
        },
      }
    }),
  },
  {
    name: "long-numbers-are-rounded",
    by: "exact-keys/absent-account-ids",
    defect: "getUserByAccount compares ids of 20 digits as numbers",
    evidence: "a numeric column for the ids of Google; SEC-C1",
    make: breaking((good) => {
      const linked = new Map<number, string>()
      return {
        linkAccount(account) {
          const id = String(account.providerAccountId)
          if (/^\d{20}$/.test(id)) linked.set(Number(id), id)
          return good.linkAccount(account)
        },
        getUserByAccount({ provider, providerAccountId }) {
          const id = String(providerAccountId)
          const rounded = /^\d{20}$/.test(id) ? linked.get(Number(id)) : undefined
          return good.getUserByAccount({ provider, providerAccountId: rounded ?? id })
        },
      }
    }),
  },
  {
    name: "provider-named-like-a-member",
    by: "exact-keys/words-of-code-as-providers",
    defect: "linkAccount throws for a provider named like a member of every object",
    evidence: "accounts in an object by provider; SEC-J5",
    make: breaking((good) => ({
      async linkAccount(account) {
        if (account.provider in {}) throw new TypeError("byProvider[provider].set is not a function")
        return good.linkAccount(account)
      },
    })),
  },
  {
    name: "reused-id-has-no-sessions",
    by: "reused-keys/of-users",
    defect: "a session of a user whose id belonged to a deleted user is not found",
    evidence: "a list of deleted ids that keeps late writers out",
    make: breaking((good) => {
      const deleted = new Set<string>()
      return {
        deleteUser(id) {
          deleted.add(id)
          return good.deleteUser(id)
        },
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          return found && deleted.has(found.user.id) ? null : found
        },
      }
    }),
  },
  {
    name: "id-token-cut-at-65535",
    by: "text/long-accounts",
    defect: "getAccount returns the first 65,535 characters of an id token",
    evidence: "TEXT columns of MySQL without strict mode; SEC-J7",
    make: breaking((good) => ({
      async getAccount(id, provider) {
        const found = await good.getAccount(id, provider)
        return found?.id_token ? { ...found, id_token: found.id_token.slice(0, 65_535) } : found
      },
    })),
  },
  {
    name: "empty-lists-are-one",
    by: "lives/with-passkeys",
    defect: "all users without passkeys get the same list",
    evidence: "a constant for the empty result; SEC-A9",
    make: breaking((good) => {
      const none: Authenticator[] = []
      return {
        async listAuthenticatorsByUserId(userId) {
          const listed = await good.listAuthenticatorsByUserId(userId)
          return listed.length === 0 ? none : listed
        },
      }
    }),
  },
]
