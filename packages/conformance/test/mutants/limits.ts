import type { AccountKey } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** Defects of adapters that allow one row instead of many, or never free a key. */
export const limitMutants: readonly Mutant[] = [
  {
    name: "one-session-per-user",
    by: "sessions/stay-apart",
    defect: "signing in on a second device signs out the first",
    evidence: "tables keyed by userId; §2: a user can have several active sessions",
    make: breaking((good) => {
      const live = new Map<string, string>()
      return {
        async createSession(session) {
          const older = live.get(session.userId)
          const created = await good.createSession(session)
          if (older) await good.deleteSession(older)
          live.set(session.userId, session.sessionToken)
          return created
        },
      }
    }),
  },
  {
    name: "one-account-per-provider",
    by: "accounts/several-of-one-user",
    defect: "a second account of a user at the same provider replaces the first",
    evidence: "tables keyed by (userId, provider)",
    make: breaking((good) => {
      const linked = new Map<string, string>()
      return {
        async linkAccount(account) {
          const key = keyOf(account.userId, account.provider)
          const older = linked.get(key)
          const stored = await good.linkAccount(account)
          if (older) await good.unlinkAccount({ provider: account.provider, providerAccountId: older })
          linked.set(key, stored.providerAccountId)
          return stored
        },
      }
    }),
  },
  {
    name: "one-passkey-per-user",
    by: "authenticators/listed-by-user",
    defect: "a second passkey of a user is refused",
    evidence: "tables keyed by userId; §2 AdapterAuthenticator",
    make: breaking((good) => {
      const users = new Set<string>()
      return {
        async createAuthenticator(authenticator) {
          if (users.has(authenticator.userId)) throw new Error("UNIQUE constraint failed")
          const created = await good.createAuthenticator(authenticator)
          users.add(authenticator.userId)
          return created
        },
      }
    }),
  },
  {
    name: "deleted-account-stays-taken",
    by: "cascades/accounts",
    defect: "an account of a deleted user can never be linked again",
    evidence: "@auth/xata-adapter does not delete accounts; the key of an orphan stays taken",
    make: breaking((good) => {
      const owners = new Map<string, string>()
      const key = (account: AccountKey) => keyOf(account.provider, String(account.providerAccountId))
      return {
        async linkAccount(account) {
          if (owners.has(key(account))) throw new Error("UNIQUE constraint failed")
          const linked = await good.linkAccount(account)
          owners.set(key(account), linked.userId)
          return linked
        },
        async unlinkAccount(account) {
          owners.delete(key(account))
          return good.unlinkAccount(account)
        },
      }
    }),
  },
  {
    name: "unlinked-account-stays-taken",
    by: "unlinking/account-can-be-linked-anew",
    defect: "an account that was unlinked can never be linked again",
    evidence: "@auth/unstorage-adapter: the index of the account is never cleaned",
    make: breaking((good) => {
      const gone = new Set<string>()
      return {
        async unlinkAccount(account) {
          const unlinked = await good.unlinkAccount(account)
          if (unlinked) gone.add(keyOf(unlinked.provider, unlinked.providerAccountId))
          return unlinked
        },
        async linkAccount(account) {
          if (gone.has(keyOf(account.provider, String(account.providerAccountId)))) throw new Error("taken")
          return good.linkAccount(account)
        },
      }
    }),
  },
  {
    name: "deleted-email-stays-taken",
    by: "deletions/address-is-free",
    defect: "the address of a deleted user can never be used again",
    evidence: "@auth/upstash-redis-adapter: old email keys stay",
    make: breaking((good) => {
      const gone = new Set<string>()
      return {
        async deleteUser(id) {
          const user = await good.deleteUser(id)
          if (user?.email) gone.add(user.email)
          return user
        },
        async createUser(user) {
          if (user.email && gone.has(user.email)) throw new Error("UNIQUE constraint failed")
          return good.createUser(user)
        },
      }
    }),
  },
]
