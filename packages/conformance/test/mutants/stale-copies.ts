import type { User } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** Lets the 26th key and later ones of a user show the user as before the first change. */
const copiesAfter25 = () => {
  const keys = new Map<string, string[]>()
  const copies = new Map<string, User>()
  return {
    add: (userId: string, key: string) => keys.set(userId, [...(keys.get(userId) ?? []), key]),
    keep(before: User | null) {
      for (const key of before ? (keys.get(before.id) ?? []).slice(25) : [])
        if (before && !copies.has(key)) copies.set(key, before)
    },
    of: (key: string, user: User): User => ({ ...(copies.get(key) ?? user), id: user.id }),
  }
}

/** Defects of copies and caches that show an old state for one of several rows of a user. */
export const staleCopyMutants: readonly Mutant[] = [
  {
    name: "update-clears-one-cached-session",
    by: "fresh-reads/rows-of-a-user",
    defect: "updateUser clears only the cached session that was read last, of several sessions of the user",
    evidence: "a cache with one entry per user for the last token; SEC-B9",
    make: breaking((good) => {
      type Pair = NonNullable<Awaited<ReturnType<typeof good.getSessionAndUser>>>
      const [cache, last] = [new Map<string, Pair>(), new Map<string, string>()]
      const clearing =
        <A extends object, R>(write: (argument: A) => Promise<R>) =>
        (argument: A) => {
          cache.clear()
          return write(argument)
        }
      return {
        async getSessionAndUser(sessionToken) {
          const found = cache.get(sessionToken) ?? (await good.getSessionAndUser(sessionToken))
          if (!found) return null
          cache.set(sessionToken, structuredClone(found))
          last.set(found.user.id, sessionToken)
          return structuredClone(found)
        },
        async updateUser(changes) {
          cache.delete(last.get(changes.id) ?? "")
          return good.updateUser(changes)
        },
        async deleteSession(sessionToken) {
          cache.clear()
          return good.deleteSession(sessionToken)
        },
        async deleteUser(id) {
          cache.clear()
          return good.deleteUser(id)
        },
        updateSession: clearing(good.updateSession),
      }
    }),
  },
  {
    name: "deletion-clears-one-cached-session",
    by: "fresh-reads/rows-of-a-deleted-user",
    defect: "deleteUser clears only the cached session that was created last",
    evidence: "a cache with one entry per user for the last token; SEC-B6",
    make: breaking((good) => {
      type Pair = NonNullable<Awaited<ReturnType<typeof good.getSessionAndUser>>>
      const [cache, last] = [new Map<string, Pair>(), new Map<string, string>()]
      return {
        async createSession(session) {
          last.set(session.userId, session.sessionToken)
          return good.createSession(session)
        },
        async getSessionAndUser(sessionToken) {
          const found = await good.getSessionAndUser(sessionToken)
          if (found) cache.set(sessionToken, found)
          return found ?? cache.get(sessionToken) ?? null
        },
        async deleteSession(sessionToken) {
          cache.delete(sessionToken)
          return good.deleteSession(sessionToken)
        },
        async deleteUser(id) {
          cache.delete(last.get(id) ?? "")
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "addresses-cached-as-typed",
    by: "spellings/every-spelling-is-fresh",
    defect: "getUserByEmail caches under the address as typed, and a write clears only the stored spelling",
    evidence: "a cache in front of the function that normalizes addresses; SEC-C10",
    make: breaking((good) => {
      const cache = new Map<string, User>()
      const clear = (user: User | null | undefined): void => {
        for (const [typed, { id, email }] of cache)
          if (id === user?.id && typed === email) cache.delete(typed)
      }
      return {
        async getUserByEmail(email) {
          const found = cache.get(email) ?? (await good.getUserByEmail(email))
          if (found) cache.set(email, structuredClone(found))
          return found && structuredClone(found)
        },
        async updateUser(changes) {
          clear(await good.getUser(changes.id))
          return good.updateUser(changes)
        },
        async deleteUser(id) {
          clear(await good.getUser(id))
          return good.deleteUser(id)
        },
      }
    }),
  },
  {
    name: "sessions-hold-a-copy-of-the-user",
    by: "many-rows/sessions",
    defect: "updateUser changes the copies of the user in 25 sessions and no others",
    evidence: "a limit of 25 items for a batch of writes; SEC-D9",
    make: breaking((good) => {
      const { add, keep, of } = copiesAfter25()
      return {
        async createSession(session) {
          add(session.userId, session.sessionToken)
          return good.createSession(session)
        },
        async updateUser(changes) {
          keep(await good.getUser(changes.id))
          return good.updateUser(changes)
        },
        async getSessionAndUser(sessionToken) {
          const found = await good.getSessionAndUser(sessionToken)
          return found && { ...found, user: of(sessionToken, found.user) }
        },
      }
    }),
  },
  {
    name: "accounts-hold-a-copy-of-the-user",
    by: "many-rows/accounts",
    defect: "updateUser changes the copies of the user in 25 accounts and no others",
    evidence: "a limit of 25 items for a batch of writes; SEC-B9",
    make: breaking((good) => {
      const { add, keep, of } = copiesAfter25()
      return {
        async linkAccount(account) {
          add(account.userId, keyOf(account.provider, String(account.providerAccountId)))
          return good.linkAccount(account)
        },
        async updateUser(changes) {
          keep(await good.getUser(changes.id))
          return good.updateUser(changes)
        },
        async getUserByAccount(key) {
          const found = await good.getUserByAccount(key)
          return found && of(keyOf(key.provider, String(key.providerAccountId)), found)
        },
      }
    }),
  },
]
