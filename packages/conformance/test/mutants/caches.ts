import type { Account, User } from "mortise"
import { breaking, keyOf, type Mutant } from "./mutant.ts"

/** Defects of caches that are not invalidated. */
export const cacheMutants: readonly Mutant[] = [
  {
    name: "absent-email-cached",
    by: "missed-rows/users",
    defect: "an address that was looked up before the sign-up is never found",
    evidence: "better-auth#10884 caches the absence of a user",
    make: breaking((good) => {
      const absent = new Set<string>()
      return {
        async getUserByEmail(email) {
          const found = absent.has(email) ? null : await good.getUserByEmail(email)
          if (!found) absent.add(email)
          return found
        },
      }
    }),
  },
  {
    name: "absent-account-cached",
    by: "missed-rows/accounts",
    defect: "an account that was looked up before it was linked is never found",
    evidence: "better-auth#10884; the client looks up twice before it links",
    make: breaking((good) => {
      const absent = new Set<string>()
      return {
        async getUserByAccount(key) {
          const name = keyOf(key?.provider, key?.providerAccountId)
          const found = absent.has(name) ? null : await good.getUserByAccount(key)
          if (!found) absent.add(name)
          return found
        },
      }
    }),
  },
  {
    name: "deleted-user-cached",
    by: "fresh-reads/rows-of-a-deleted-user",
    defect: "getUser reads a cache that deleteUser does not invalidate",
    evidence: "SEC-B6; GHSA-2vg6-77g8-24mp",
    make: breaking((good) => {
      const cache = new Map<string, User>()
      return {
        async getUser(id) {
          const found = (await good.getUser(id)) ?? cache.get(id) ?? null
          if (found) cache.set(id, found)
          return found && { ...found }
        },
      }
    }),
  },
  {
    name: "updated-session-cached",
    by: "session-updates/move-the-expiry",
    defect: "getSessionAndUser returns the expiry that it read first",
    evidence: "a cache that updateSession does not invalidate; SEC-D7",
    make: breaking((good) => {
      const seen = new Map<string, Date>()
      return {
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          if (!found) return null
          const expires = seen.get(token) ?? found.session.expires
          seen.set(token, expires)
          return { ...found, session: { ...found.session, expires: new Date(expires) } }
        },
      }
    }),
  },
  {
    name: "unlinked-account-cached",
    by: "missed-rows/accounts",
    defect: "getAccount reads a cache that unlinkAccount does not invalidate",
    evidence: "SEC-D7; a cache in front of the store",
    make: breaking((good) => {
      const cache = new Map<string, Account>()
      return {
        async getAccount(id, provider) {
          const found = (await good.getAccount(id, provider)) ?? cache.get(keyOf(id, provider)) ?? null
          if (found) cache.set(keyOf(id, provider), found)
          return found
        },
      }
    }),
  },
  {
    name: "equal-updates-skipped",
    by: "fresh-reads/changed-users",
    defect: "an update that equals an earlier one is skipped, even if the row changed in between",
    evidence: "idempotency keys made of the arguments",
    make: breaking((good) => {
      const answered = new Map<string, User>()
      return {
        async updateUser(user) {
          const known = answered.get(keyOf(user)) ?? (await good.updateUser(user))
          answered.set(keyOf(user), known)
          return known
        },
      }
    }),
  },
  {
    name: "equal-unlinks-skipped",
    by: "missed-rows/accounts",
    defect: "an account that was unlinked once cannot be unlinked again",
    evidence: "idempotency keys made of the arguments",
    make: breaking((good) => {
      const done = new Set<string>()
      return {
        async unlinkAccount(key) {
          if (done.has(keyOf(key))) return undefined
          done.add(keyOf(key))
          return good.unlinkAccount(key)
        },
      }
    }),
  },
]
