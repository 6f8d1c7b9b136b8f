import type { Session, User } from "../../contract/types.ts"
import { breaking, keyOf, type Mutant, pause } from "./mutant.ts"

/** Defects of caches and of indexes kept by hand: what was written is not what is read. */
export const cacheMutants: readonly Mutant[] = [
  {
    name: "absent-email-cached",
    defect: "an address that was looked up before its sign-up stays unknown",
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
    defect: "an account that was looked up before it was linked stays unknown",
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
    defect: "getUser answers from a cache that deleteUser does not touch",
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
    defect: "getSessionAndUser answers with the expiry that it read first",
    evidence: "a cache that updateSession does not touch; SEC-D7",
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
    name: "session-index-loses-entries",
    defect: "sessions created at once overwrite each other in the user's list: deleteUser misses them",
    evidence: "@auth/upstash-redis-adapter, unstorage: one key per user, read and written back",
    make: breaking((good) => {
      const lists = new Map<string, readonly string[]>()
      const kept = new Map<string, Session>()
      return {
        async createSession(session) {
          const list = lists.get(session.userId) ?? []
          const created = await good.createSession(session)
          await pause()
          lists.set(session.userId, [...list, created.sessionToken])
          kept.set(created.sessionToken, created)
          return created
        },
        async deleteUser(id) {
          const user = await good.deleteUser(id)
          for (const token of lists.get(id) ?? []) kept.delete(token)
          return user
        },
        async deleteSession(token) {
          kept.delete(token)
          return good.deleteSession(token)
        },
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          const session = kept.get(token)
          const expired = !session || session.expires.getTime() <= Date.now()
          return found ?? (expired ? null : { session, user: { id: session.userId } })
        },
      }
    }),
  },
  {
    name: "passkey-index-loses-entries",
    defect: "passkeys registered at once overwrite each other in the user's list",
    evidence: "@auth/unstorage-adapter",
    make: breaking((good) => {
      const lists = new Map<string, readonly string[]>()
      return {
        async createAuthenticator(authenticator) {
          const list = lists.get(authenticator.userId) ?? []
          const created = await good.createAuthenticator(authenticator)
          await pause()
          lists.set(authenticator.userId, [...list, created.credentialID])
          return created
        },
        async listAuthenticatorsByUserId(id) {
          const list = lists.get(id) ?? []
          return (await good.listAuthenticatorsByUserId(id)).filter((each) =>
            list.includes(each.credentialID),
          )
        },
      }
    }),
  },
]
