import type { Account, AccountKey, User } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** Defects of linking, finding and unlinking accounts. */
export const accountMutants: readonly Mutant[] = [
  {
    name: "account-found-without-provider",
    by: "exact-keys/absent-providers",
    defect: "getUserByAccount ignores the provider: the same id at another provider signs in as this user",
    evidence: "CVE-2026-110863; passes all 22 tests of the Auth.js suite",
    make: breaking((good) => {
      const providers = new Map<string, string>()
      return {
        async linkAccount(account) {
          providers.set(String(account.providerAccountId), account.provider)
          return good.linkAccount(account)
        },
        async getUserByAccount(key) {
          const provider = providers.get(String(key?.providerAccountId)) ?? key?.provider
          return (await good.getUserByAccount(key)) ?? good.getUserByAccount({ ...key, provider })
        },
      }
    }),
  },
  {
    name: "account-read-without-provider",
    by: "accounts/unknown-account-is-null",
    defect: "getAccount ignores the provider",
    evidence: "CVE-2026-110863",
    make: breaking((good) => {
      const providers = new Map<string, string>()
      return {
        async linkAccount(account) {
          providers.set(String(account.providerAccountId), account.provider)
          return good.linkAccount(account)
        },
        getAccount: (id, provider) => good.getAccount(id, providers.get(String(id)) ?? provider),
      }
    }),
  },
  {
    name: "account-arguments-swapped",
    by: "accounts/found-by-position",
    defect: "getAccount takes the provider first",
    evidence: "§4 getAccount; the client passes providerAccountId, provider",
    make: breaking((good) => ({
      getAccount: (id, provider) => good.getAccount(provider, String(id)),
    })),
  },
  {
    name: "unlink-ignores-provider",
    by: "unlinking/others-stay",
    defect: "unlinkAccount deletes the accounts with that id at every provider",
    evidence: "passes all 22 tests of the Auth.js suite",
    make: breaking((good) => {
      const linked: AccountKey[] = []
      return {
        async linkAccount(account) {
          linked.push(account)
          return good.linkAccount(account)
        },
        async unlinkAccount(key) {
          for (const other of linked)
            if (other.providerAccountId === key?.providerAccountId && other.provider !== key?.provider)
              await good.unlinkAccount(other)
          return good.unlinkAccount(key)
        },
      }
    }),
  },
  {
    name: "unlinked-account-still-finds",
    by: "unlinking/account-is-gone",
    defect: "unlinkAccount does not delete the index entry that getUserByAccount uses",
    evidence: '@auth/upstash-redis-adapter, unstorage: a literal " + " in the key',
    make: breaking((good) => {
      const owners = new Map<string, User | null>()
      return {
        async linkAccount(account) {
          const linked = await good.linkAccount(account)
          owners.set(keyOf(linked.provider, linked.providerAccountId), await good.getUser(linked.userId))
          return linked
        },
        getUserByAccount: async (key) =>
          (await good.getUserByAccount(key)) ??
          owners.get(keyOf(key?.provider, key?.providerAccountId)) ??
          null,
      }
    }),
  },
  {
    name: "unlink-removes-all-accounts",
    by: "unlinking/others-stay",
    defect: "unlinkAccount removes every account of the user",
    evidence: "@auth/azure-tables-adapter removes the whole index of the user",
    make: breaking((good) => {
      const linked: Account[] = []
      return {
        async linkAccount(account) {
          const stored = await good.linkAccount(account)
          linked.push(stored)
          return stored
        },
        async unlinkAccount(key) {
          const gone = await good.unlinkAccount(key)
          for (const other of linked) if (other.userId === gone?.userId) await good.unlinkAccount(other)
          return gone
        },
      }
    }),
  },
  {
    name: "unlink-missing-throws",
    by: "unlinking/unknown-is-quiet",
    defect: "unlinkAccount of an account that does not exist throws",
    evidence: "@auth/prisma-adapter, pouchdb, mikro-orm",
    make: breaking((good) => ({
      async unlinkAccount(key) {
        const gone = await good.unlinkAccount(key)
        if (!gone) throw new Error("An operation failed because it depends on records that were not found.")
        return gone
      },
    })),
  },
  {
    name: "one-provider-per-account-id",
    by: "accounts/same-id-at-two-providers",
    defect: "the same account id at a second provider is refused",
    evidence: "@auth/edgedb-adapter",
    make: breaking((good) => {
      const ids = new Map<string, string>()
      return {
        async linkAccount(account) {
          const id = String(account.providerAccountId)
          if ((ids.get(id) ?? account.provider) !== account.provider) throw new Error("violates exclusivity")
          ids.set(id, account.provider)
          return good.linkAccount(account)
        },
      }
    }),
  },
  {
    name: "one-account-per-user",
    by: "accounts/several-of-one-user",
    defect: "a second account of a user is refused",
    evidence: "@auth/prisma-adapter: the MySQL schema of the docs has @unique on Account.userId",
    make: breaking((good) => {
      const users = new Set<string>()
      return {
        async linkAccount(account) {
          if (users.has(account.userId)) throw new Error("Unique constraint failed on userId")
          const linked = await good.linkAccount(account)
          users.add(account.userId)
          return linked
        },
      }
    }),
  },
]
