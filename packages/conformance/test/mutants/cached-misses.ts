import type { Adapter, OperationName } from "mortise"
import { breaking, keyOf, type Mutant, pause, wrapOperations } from "./mutant.ts"

const isMiss = (answer: unknown): boolean => answer === null || (Array.isArray(answer) && answer.length === 0)

/** Remembers the second miss of a key forever. */
const rememberingMisses = (name: OperationName): Mutant["make"] =>
  wrapOperations([name], (operation) => {
    const misses = new Map<string, number>()
    return async (...args) => {
      const key = keyOf(...args)
      if ((misses.get(key) ?? 0) > 1) return name === "listAuthenticatorsByUserId" ? [] : null
      const answer = await operation(...args)
      if (isMiss(answer)) misses.set(key, (misses.get(key) ?? 0) + 1)
      return answer
    }
  })

/** The lookup of each mutant of absent rows, and the case that finds it. */
const missed: Readonly<Record<string, { operation: OperationName; by: string }>> = {
  addresses: { operation: "getUserByEmail", by: "missed-rows/users" },
  owners: { operation: "getUserByAccount", by: "missed-rows/accounts" },
  accounts: { operation: "getAccount", by: "missed-rows/accounts" },
  sessions: { operation: "getSessionAndUser", by: "missed-rows/sessions" },
  tokens: { operation: "useVerificationToken", by: "missed-rows/tokens" },
  passkeys: { operation: "getAuthenticator", by: "missed-rows/passkeys" },
  lists: { operation: "listAuthenticatorsByUserId", by: "missed-rows/passkeys" },
}

/** A cache of the newest rows. Rows that it pushes out move to a second cache, which no write clears. */
const twoLevels = <Row>(read: (key: string) => Promise<Row>) => {
  const [first, second] = [new Map<string, Row>(), new Map<string, Row>()]
  return {
    clear: (key: string) => first.delete(key),
    clearAll() {
      first.clear()
      second.clear()
    },
    async get(key: string): Promise<Row> {
      const row = first.get(key) ?? second.get(key) ?? (await read(key))
      if (row) first.set(key, structuredClone(row))
      const [oldest] = first
      if (first.size > 25 && oldest) {
        first.delete(oldest[0])
        second.set(...oldest)
      }
      return structuredClone(row)
    },
  }
}

const cachingUsers = (good: Adapter): Partial<Adapter> => {
  const cache = twoLevels((id) => good.getUser(id))
  return {
    getUser: cache.get,
    async updateUser(changes) {
      cache.clear(changes.id)
      return good.updateUser(changes)
    },
    async deleteUser(id) {
      cache.clearAll()
      return good.deleteUser(id)
    },
  }
}

const cachingPasskeys = (good: Adapter): Partial<Adapter> => {
  const cache = twoLevels((id) => good.getAuthenticator(id))
  return {
    getAuthenticator: cache.get,
    async updateAuthenticatorCounter(id, counter) {
      cache.clear(id)
      return good.updateAuthenticatorCounter(id, counter)
    },
    async deleteUser(id) {
      cache.clearAll()
      return good.deleteUser(id)
    },
  }
}

const smallCache = "a cache of two levels that is invalidated in the first one; SEC-B9"

/** Defects of caches that remember misses, rows that left a small cache, and objects. */
export const cachedMissMutants: readonly Mutant[] = [
  ...Object.entries(missed).map(([name, { operation, by }]) => ({
    name: `absent-${name}-remembered`,
    by,
    defect: `the second miss of ${operation} is remembered, and no write clears it`,
    evidence: "a cache of misses; better-auth#10884",
    make: rememberingMisses(operation),
  })),
  {
    name: "absent-numbers-remembered-as-text",
    by: "missed-rows/numbers",
    defect: "linkAccount clears a remembered miss under the type of its id only",
    evidence: "a cache key with the given value instead of the stored text; client 1.6.3",
    make: breaking((good) => {
      const misses = new Set<string>()
      return {
        async getAccount(id, provider) {
          if (misses.has(keyOf(provider, id))) return null
          const found = await good.getAccount(id, provider)
          if (!found) misses.add(keyOf(provider, id))
          return found
        },
        async linkAccount(account) {
          misses.delete(keyOf(account.provider, account.providerAccountId))
          return good.linkAccount(account)
        },
      }
    }),
  },
  {
    name: "absent-ids-remembered",
    by: "missed-rows/users",
    defect: "getUser remembers an id that it did not find, and createUser does not clear it",
    evidence: "a cache of misses; better-auth#10884",
    make: rememberingFirstMiss,
  },
  {
    name: "miss-remembered-after-the-sign-up",
    by: "lookups-during/creation-of-users",
    defect: "a lookup by id that started before the sign-up stores its miss after it",
    evidence: "cache-aside without versions; SEC-B9",
    make: breaking((good) => {
      const misses = new Set<string>()
      return {
        async getUser(id) {
          if (misses.has(id)) return null
          const found = await good.getUser(id)
          await pause()
          if (!found) misses.add(id)
          return found
        },
        async createUser(user) {
          const created = await good.createUser(user)
          misses.delete(created.id)
          return created
        },
      }
    }),
  },
  {
    name: "old-users-in-a-second-cache",
    by: "fresh-reads/many-users",
    defect: "updateUser does not clear users that left a cache of 40 rows",
    evidence: smallCache,
    make: breaking(cachingUsers),
  },
  {
    name: "old-passkeys-in-a-second-cache",
    by: "fresh-reads/many-passkeys",
    defect: "a counter update does not clear passkeys that left a cache of 40 rows",
    evidence: smallCache,
    make: breaking(cachingPasskeys),
  },
  {
    name: "cached-user-shares-its-date",
    by: "separate-results/of-users",
    defect: "getUserByEmail returns shallow copies of a cached row, which share emailVerified",
    evidence: "a spread instead of a deep copy; SEC-A9",
    make: breaking((good) => {
      const cache = new Map<string, object>()
      const clearing =
        <Args extends unknown[], Row>(write: (...args: Args) => Promise<Row>) =>
        async (...args: Args) => {
          cache.clear()
          return write(...args)
        }
      return {
        async getUserByEmail(email) {
          const cached = cache.get(email)
          if (cached) return { ...cached }
          const found = await good.getUserByEmail(email)
          if (found) cache.set(email, structuredClone(found))
          return found
        },
        createUser: clearing(good.createUser),
        updateUser: clearing(good.updateUser),
        deleteUser: clearing(good.deleteUser),
      }
    }),
  },
]

function rememberingFirstMiss(good: Adapter): Adapter {
  const misses = new Set<string>()
  return {
    ...good,
    async getUser(id) {
      const found = misses.has(id) ? null : await good.getUser(id)
      if (!found) misses.add(id)
      return found
    },
  }
}
