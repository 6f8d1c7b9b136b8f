import type { Account, Authenticator, User } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

type Rows<Row> = Map<string, Partial<Row>>

/** The row with a field of the object that the caller passed, as a store that keeps the object returns it. */
const withKept = <Row extends object>(row: Row | null, kept: Partial<Row> | undefined, name: keyof Row) =>
  row && kept ? { ...row, [name]: kept[name] } : row

/** Defects of stores that keep the objects of their caller, and of output that holds secrets. */
export const keptArgumentMutants: readonly Mutant[] = [
  {
    name: "linked-account-is-kept",
    by: "arguments/left-alone-by-link-account",
    defect: "linkAccount stores the object of the caller",
    evidence: "an in-memory store without a copy; SEC-A9",
    make: breaking((good) => {
      const kept: Rows<Account> = new Map()
      return {
        async linkAccount(account) {
          kept.set(keyOf(account.provider, account.providerAccountId), account as Partial<Account>)
          return good.linkAccount(account)
        },
        getAccount: async (id, provider) =>
          withKept(await good.getAccount(id, provider), kept.get(keyOf(provider, id)), "access_token"),
      }
    }),
  },
  {
    name: "registered-passkey-is-kept",
    by: "arguments/left-alone-by-create-authenticator",
    defect: "createAuthenticator stores the object of the caller",
    evidence: "an in-memory store without a copy; SEC-A9",
    make: breaking((good) => {
      const kept: Rows<Authenticator> = new Map()
      return {
        async createAuthenticator(passkey) {
          kept.set(passkey.credentialID, passkey as Partial<Authenticator>)
          return good.createAuthenticator(passkey)
        },
        getAuthenticator: async (id) =>
          withKept(await good.getAuthenticator(id), kept.get(id), "credentialPublicKey"),
      }
    }),
  },
  {
    name: "updated-date-is-kept",
    by: "arguments/left-alone-by-update-user",
    defect: "updateUser stores the Date of the caller",
    evidence: "a shallow copy of the argument; SEC-A9",
    make: breaking((good) => {
      const kept: Rows<User> = new Map()
      return {
        async updateUser(user) {
          if (user.emailVerified) kept.set(user.id, { emailVerified: user.emailVerified })
          return good.updateUser(user)
        },
        getUser: async (id) => withKept(await good.getUser(id), kept.get(id), "emailVerified"),
      }
    }),
  },
  {
    name: "second-account-replaces-the-tokens",
    by: "untouched/by-link-account",
    defect: "a second account at a provider replaces the access token of the first",
    evidence: "an UPDATE by user and provider; §4 linkAccount",
    make: breaking((good) => {
      const newest: Rows<Account> = new Map()
      return {
        async linkAccount(account) {
          newest.set(keyOf(account.userId, account.provider), { ...account } as Partial<Account>)
          return good.linkAccount(account)
        },
        async getAccount(id, provider) {
          const found = await good.getAccount(id, provider)
          return withKept(found, newest.get(keyOf(found?.userId, provider)), "access_token")
        },
      }
    }),
  },
  {
    name: "expired-provider-tokens-cleared",
    by: "account-fields/expired-tokens-are-kept",
    defect: "getAccount returns no access token when it has expired",
    evidence: "an expiry that the store enforces; §1.8",
    make: breaking((good) => ({
      async getAccount(id, provider) {
        const found = await good.getAccount(id, provider)
        const isExpired = found?.expires_at && found.expires_at < Date.now() / 1000
        return isExpired ? { ...found, access_token: null } : found
      },
    })),
  },
  {
    name: "sessions-end-within-a-year",
    by: "session-updates/move-the-expiry",
    defect: "a session that ends later than a year from now ends after a year",
    evidence: "the longest life of a key in the store",
    make: breaking((good) => ({
      createSession: (session) => {
        const longest = Date.now() + 365 * 86_400_000
        const expires = new Date(Math.min(session.expires.getTime(), longest))
        return good.createSession({ ...session, expires })
      },
    })),
  },
  {
    name: "deletion-goes-on-after-the-call",
    by: "reused-keys/after-a-deletion-stay",
    defect: "deleteUser returns before it deletes the tokens of the address",
    evidence: "a promise that is not awaited; SEC-B6",
    make: breaking((good) => {
      const tokens = new Map<string, string>()
      return {
        async createVerificationToken(token) {
          tokens.set(token.identifier, token.token)
          return good.createVerificationToken(token)
        },
        async deleteUser(id) {
          const deleted = await good.deleteUser(id)
          const identifier = deleted?.email ?? ""
          const late = () => good.useVerificationToken({ identifier, token: tokens.get(identifier) ?? "" })
          setTimeout(late, 10)
          return deleted
        },
      }
    }),
  },
  {
    name: "error-with-a-map-of-parameters",
    by: "errors/hold-no-secrets",
    defect: "the error of a taken account holds the tokens in a Map",
    evidence: "drivers attach the parameters of the statement; SEC-M1",
    make: breaking((good) => ({
      linkAccount: (account) =>
        good.linkAccount(account).catch(() => {
          throw Object.assign(new Error("taken"), { parameters: new Map(Object.entries(account)) })
        }),
    })),
  },
  {
    name: "error-with-the-packet",
    by: "errors/hold-no-secrets",
    defect: "the error of a taken session token holds the bytes of the statement",
    evidence: "drivers attach the packet that was sent; SEC-M1",
    make: breaking((good) => ({
      createSession: (session) =>
        good.createSession(session).catch(() => {
          const packet = new TextEncoder().encode(`insert ${session.sessionToken}`)
          throw Object.assign(new Error("taken"), { packet })
        }),
    })),
  },
  {
    name: "used-token-is-printed",
    by: "errors/successes-print-nothing",
    defect: "useVerificationToken prints the token to the console",
    evidence: "debug output that was left in; SEC-M1",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const { console: terminal } = globalThis
        terminal.debug("useVerificationToken", key)
        return good.useVerificationToken(key)
      },
    })),
  },
]
