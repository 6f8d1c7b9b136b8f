import type { Adapter } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"
import { partialDeletion } from "./partial-deletion.ts"

/** The session tokens that were created last, at most `size` of them. */
const newest = (size: number) => {
  const tokens = new Set<string>()
  return {
    add(token: string) {
      tokens.add(token)
      for (const oldest of tokens) if (tokens.size > size) tokens.delete(oldest)
    },
    has: (token: string) => tokens.has(token),
  }
}

const evicting = (good: Adapter, size: number) => {
  const live = newest(size)
  return {
    createSession(session: Parameters<Adapter["createSession"]>[0]) {
      live.add(session.sessionToken)
      return good.createSession(session)
    },
    getSessionAndUser: async (token: string) => (live.has(token) ? good.getSessionAndUser(token) : null),
  }
}

const accountIn = (buckets: number) =>
  breaking((good) => {
    const owners = new Map<number, string>()
    const bucket = (key: string) => {
      let hash = 0
      for (const letter of key) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
      return hash % buckets
    }
    return {
      async linkAccount(account) {
        const linked = await good.linkAccount(account)
        owners.set(bucket(keyOf(account.provider, account.providerAccountId)), account.userId)
        return linked
      },
      async getUserByAccount(key) {
        const found = await good.getUserByAccount(key)
        const owner = found && owners.get(bucket(keyOf(key.provider, key.providerAccountId)))
        return owner ? good.getUser(owner) : found
      },
    }
  })

/** Defects that only many rows show. */
export const scaleMutants: readonly Mutant[] = [
  {
    name: "delete-user-ends-100-sessions",
    by: "many-rows/sessions",
    defect: "deleteUser deletes one page of a hundred sessions",
    evidence: "a page size of 100; SEC-B6",
    make: breaking((good) => partialDeletion(good, { sessions: 100 })),
  },
  {
    name: "delete-user-unlinks-100-accounts",
    by: "many-rows/accounts",
    defect: "deleteUser deletes one page of a hundred accounts",
    evidence: "a page size of 100; SEC-B6",
    make: breaking((good) => partialDeletion(good, { accounts: 100 })),
  },
  {
    name: "passkey-list-of-a-hundred",
    by: "many-rows/passkeys",
    defect: "listAuthenticatorsByUserId returns the first hundred passkeys",
    evidence: "the default limit of a query API",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: async (id) => (await good.listAuthenticatorsByUserId(id)).slice(0, 100),
    })),
  },
  {
    name: "hundred-tokens-of-an-address",
    by: "many-rows/tokens",
    defect: "the oldest tokens of an address stop working when it has more than a hundred",
    evidence: "a capped list of tokens",
    make: breaking((good) => {
      const lists = new Map<string, string[]>()
      return {
        createVerificationToken(token) {
          const list = [...(lists.get(token.identifier) ?? []), token.token].slice(-100)
          lists.set(token.identifier, list)
          return good.createVerificationToken(token)
        },
        async useVerificationToken(key) {
          return lists.get(key.identifier)?.includes(key.token) ? good.useVerificationToken(key) : null
        },
      }
    }),
  },
  {
    name: "sessions-evicted-at-100",
    by: "many-rows/sessions",
    defect: "the session table holds a hundred rows and evicts the oldest",
    evidence: "an LRU cache used as a store",
    make: breaking((good) => evicting(good, 100)),
  },
  {
    name: "sessions-evicted-at-3000",
    by: "large-tables/sessions",
    defect: "the session table holds three thousand rows and evicts the oldest",
    evidence: "a store with maxmemory-policy allkeys-lru; SEC-N8",
    make: breaking((good) => evicting(good, 3_000)),
  },
  {
    name: "accounts-in-a-thousand-buckets",
    by: "large-tables/accounts",
    defect: "accounts whose keys have the same short hash share an owner",
    evidence: "a hash index without a comparison of the key",
    make: accountIn(1_000),
  },
  {
    name: "ids-of-the-millisecond",
    by: "bursts/ids-are-unique",
    defect: "users who are created in the same millisecond without an id share an id",
    evidence: "ids made of Date.now()",
    make: breaking((good) => {
      const byTime = new Map<string, string>()
      return {
        async createUser({ id, ...user }) {
          if (id) return good.createUser({ id, ...user } as never)
          const created = await good.createUser(user as never)
          const time = String(Math.floor(performance.now()))
          const first = byTime.get(time) ?? created.id
          byTime.set(time, first)
          return { ...created, id: first }
        },
      }
    }),
  },
]
