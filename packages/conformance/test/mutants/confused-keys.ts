import type { VerificationToken } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

const digest = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex")

const plainUuid = (text: unknown): string => String(text).toLowerCase().replaceAll(/[-{}]/g, "")

const base64 = (text: string): string => {
  const letters = text.replaceAll("-", "+").replaceAll("_", "/")
  return letters.padEnd(Math.ceil(letters.length / 4) * 4, "=")
}

/** Defects that take one key for another: a former key, another form of it, or further fields beside it. */
export const confusedKeyMutants: readonly Mutant[] = [
  {
    name: "former-address-goes-too",
    by: "former-keys/of-addresses",
    defect: "deleteUser removes the index entries of every address that the user ever had",
    evidence: "a key-value store with a list of addresses per user; SEC-B6",
    make: breaking((good) => {
      const former = new Map<string, string[]>()
      const gone = new Set<string>()
      return {
        async updateUser(user) {
          const old = await good.getUser(user.id)
          const updated = await good.updateUser(user)
          if (old && old.email !== updated.email)
            former.set(user.id, [...(former.get(user.id) ?? []), old.email])
          return updated
        },
        async deleteUser(id) {
          for (const email of former.get(id) ?? []) gone.add(email)
          return good.deleteUser(id)
        },
        getUserByEmail: async (email) => (gone.has(email) ? null : good.getUserByEmail(email)),
      }
    }),
  },
  {
    name: "former-session-goes-too",
    by: "former-keys/of-accounts-and-sessions",
    defect: "deleteUser removes every session token that the user ever had, also one that is in use again",
    evidence: "a key-value store with a list of sessions per user; SEC-B6",
    make: breaking((good) => {
      const tokens = new Map<string, string[]>()
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          tokens.set(created.userId, [...(tokens.get(created.userId) ?? []), created.sessionToken])
          return created
        },
        async deleteUser(id) {
          const deleted = await good.deleteUser(id)
          for (const token of tokens.get(id) ?? []) await good.deleteSession(token)
          return deleted
        },
      }
    }),
  },
  {
    name: "update-user-answers-the-address-as-given",
    by: "email-changes/result-is-the-stored-user",
    defect: "updateUser returns the address as given and stores it in lower case",
    evidence: "changes that are merged over the stored row; SEC-C9",
    make: breaking((good) => ({
      async updateUser(user) {
        const updated = await good.updateUser(user)
        return typeof user.email === "string" ? { ...updated, email: user.email } : updated
      },
    })),
  },
  {
    name: "unlinking-filters-by-every-field",
    by: "extra-fields/of-an-unlinked-account",
    defect: "unlinkAccount with old tokens of the account removes nothing",
    evidence: "an ORM that gets the argument as its filter",
    make: breaking((good) => ({
      async unlinkAccount(account) {
        const { access_token: token } = account as { access_token?: string }
        const stored = await good.getAccount(account.providerAccountId, account.provider)
        return token !== undefined && stored?.access_token !== token ? undefined : good.unlinkAccount(account)
      },
    })),
  },
  {
    name: "account-lookup-filters-by-every-field",
    by: "extra-fields/of-an-account",
    defect: "getUserByAccount with old tokens of the account finds no user",
    evidence: "an ORM that gets the argument as its filter",
    make: breaking((good) => ({
      async getUserByAccount(account) {
        const { access_token: token } = account as { access_token?: string }
        const stored = await good.getAccount(account.providerAccountId, account.provider)
        return token !== undefined && stored?.access_token !== token ? null : good.getUserByAccount(account)
      },
    })),
  },
  {
    name: "token-use-filters-by-every-field",
    by: "extra-fields/of-a-token",
    defect: "useVerificationToken with another expiry in its argument finds no token",
    evidence: "an ORM that gets the argument as its filter",
    make: breaking((good) => {
      const stored = new Map<string, number>()
      return {
        createVerificationToken(token) {
          stored.set(token.token, token.expires.getTime())
          return good.createVerificationToken(token)
        },
        async useVerificationToken(key) {
          const { expires } = key as Partial<VerificationToken>
          return expires && expires.getTime() !== stored.get(key.token)
            ? null
            : good.useVerificationToken(key)
        },
      }
    }),
  },
  {
    name: "digest-finds-a-session",
    by: "exact-keys/absent-session-tokens",
    defect: "the stored digest of a session token is accepted instead of the token",
    evidence: "a migration to hashed tokens that still accepts rows without a hash; SEC-D13",
    make: breaking((good) => {
      const tokens = new Map<string, string>()
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          tokens.set(await digest(created.sessionToken), created.sessionToken)
          return created
        },
        getSessionAndUser: async (token) =>
          (await good.getSessionAndUser(token)) ?? good.getSessionAndUser(tokens.get(token) ?? token),
      }
    }),
  },
  {
    name: "session-token-in-a-uuid-column",
    by: "exact-keys/absent-session-tokens",
    defect: "a session token that is a UUID is found without its dashes and in braces",
    evidence: "a uuid column for tokens of crypto.randomUUID; SEC-D13",
    make: breaking((good) => {
      const tokens = new Map<string, string>()
      return {
        createSession(session) {
          if (/^[0-9a-f]{8}-/.test(session.sessionToken))
            tokens.set(plainUuid(session.sessionToken), session.sessionToken)
          return good.createSession(session)
        },
        getSessionAndUser: async (token) =>
          (await good.getSessionAndUser(token)) ??
          good.getSessionAndUser(tokens.get(plainUuid(token)) ?? token),
      }
    }),
  },
  {
    name: "passkey-in-both-alphabets",
    by: "exact-keys/absent-passkey-ids",
    defect: "getAuthenticator looks an unknown id up again in the other alphabet of base64",
    evidence: "a change from base64 to base64url without a migration; SEC-F5",
    make: breaking((good) => ({
      getAuthenticator: async (id) =>
        (await good.getAuthenticator(id)) ?? good.getAuthenticator(typeof id === "string" ? base64(id) : id),
    })),
  },
  {
    name: "newest-token-sets-the-end-of-all",
    by: "lifetimes/one-token-ends",
    defect: "when the newest token of an address expires, its other tokens end too",
    evidence: "one Redis hash per address, with one time to live; SEC-E4",
    make: breaking((good) => {
      const newest = new Map<string, VerificationToken>()
      return {
        createVerificationToken(token) {
          newest.set(token.identifier, structuredClone(token))
          return good.createVerificationToken(token)
        },
        async useVerificationToken(key) {
          const last = newest.get(key.identifier)
          const used = await good.useVerificationToken(key)
          return last && last.token !== key.token && last.expires.getTime() <= Date.now() ? null : used
        },
      }
    }),
  },
]
