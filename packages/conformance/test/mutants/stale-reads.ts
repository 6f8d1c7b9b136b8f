import type { Account, Adapter, User } from "mortise"
import { breaking, keyOf, type Mutant, pause } from "./mutant.ts"

type Pair = Awaited<ReturnType<Adapter["getSessionAndUser"]>>

/** Shares one running lookup between all callers with the same key. */
function coalesced<Key, Row>(read: (key: Key) => Promise<Row>): (key: Key) => Promise<Row> {
  const running = new Map<string, Promise<Row>>()
  return async (key) => {
    const name = keyOf(key)
    const answer = running.get(name) ?? read(key).finally(() => running.delete(name))
    running.set(name, answer)
    return structuredClone(await answer)
  }
}

/** A cache that a lookup fills when it ends. `invalidate` runs at once, so a running lookup fills it again. */
function lateCache<Row>() {
  const cache = new Map<string, Row>()
  return {
    invalidate: (key: string) => cache.delete(key),
    async read(key: string, load: () => Promise<Row>): Promise<Row> {
      const row = cache.has(key) ? (cache.get(key) as Row) : await load()
      await null
      cache.set(key, row)
      return structuredClone(row)
    },
  }
}

/** Defects of lookups that run while the row changes. */
export const staleReadMutants: readonly Mutant[] = [
  {
    name: "session-lookups-coalesced",
    by: "lookups-during/removal-of-sessions",
    defect: "a lookup that starts after a sign-out joins one that started before it",
    evidence: "single-flight caches; SEC-D7",
    make: breaking((good) => ({
      getSessionAndUser: coalesced(async (token: string) => {
        const found = await good.getSessionAndUser(token)
        await pause()
        return found
      }),
    })),
  },
  {
    name: "account-lookups-coalesced",
    by: "lookups-during/removal-of-accounts",
    defect: "a lookup that starts after an account was unlinked joins one that started before it",
    evidence: "a data loader that lives longer than a request",
    make: breaking((good) => ({
      getUserByAccount: coalesced(async (key: Parameters<Adapter["getUserByAccount"]>[0]) => {
        const found = await good.getUserByAccount(key)
        await pause()
        return found
      }),
    })),
  },
  {
    name: "session-cache-filled-late",
    by: "lookups-during/removal-of-sessions",
    defect: "a lookup that started before a sign-out puts the session back into the cache",
    evidence: "cache-aside without versions; SEC-D7",
    make: breaking((good) => {
      const cache = lateCache<Pair>()
      return {
        getSessionAndUser: (token) => cache.read(token, () => good.getSessionAndUser(token)),
        async createSession(session) {
          const created = await good.createSession(session)
          cache.invalidate(session.sessionToken)
          return created
        },
        async updateSession(session) {
          const updated = await good.updateSession(session)
          cache.invalidate(session.sessionToken)
          return updated
        },
        async deleteSession(token) {
          const deleted = await good.deleteSession(token)
          cache.invalidate(token)
          return deleted
        },
      }
    }),
  },
  {
    name: "account-cache-filled-late",
    by: "lookups-during/removal-of-accounts",
    defect: "a lookup that started before an account was unlinked puts it back into the cache",
    evidence: "cache-aside without versions",
    make: breaking((good) => {
      const cache = lateCache<Account | null>()
      return {
        getAccount: (id, provider) => cache.read(keyOf(provider, id), () => good.getAccount(id, provider)),
        async linkAccount(account) {
          const linked = await good.linkAccount(account)
          cache.invalidate(keyOf(account.provider, account.providerAccountId))
          return linked
        },
        async unlinkAccount(key) {
          const unlinked = await good.unlinkAccount(key)
          cache.invalidate(keyOf(key.provider, key.providerAccountId))
          return unlinked
        },
      }
    }),
  },
  {
    name: "absent-address-cached-late",
    by: "lookups-during/creation-of-users",
    defect: "a lookup that started before a sign-up remembers that the address has no user",
    evidence: "negative caching without versions",
    make: breaking((good) => {
      const cache = lateCache<User | null>()
      return {
        getUserByEmail: (email) => cache.read(email, () => good.getUserByEmail(email)),
        async createUser(user) {
          const created = await good.createUser(user)
          cache.invalidate(created.email)
          return created
        },
      }
    }),
  },
  {
    name: "session-of-a-null-user",
    by: "lookups-during/deletion-and-sessions",
    defect: "a session whose user is being deleted is returned without its user",
    evidence: "two queries without a transaction; SEC-D9",
    make: breaking((good) => ({
      async getSessionAndUser(token) {
        const found = await good.getSessionAndUser(token)
        await null
        return found && { session: found.session, user: await good.getUser(found.user.id) }
      },
    })),
  },
]
