import type { Session, User } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

/** Defects of creating, finding and deleting sessions. */
export const sessionMutants: readonly Mutant[] = [
  {
    name: "create-session-answers-a-stub",
    by: "sessions/created-is-returned",
    defect: "createSession returns only the token",
    evidence: "passes all 22 tests of the Auth.js suite; the cookie takes its expiry from the result",
    make: breaking((good) => ({
      createSession: async (session) => ({ sessionToken: (await good.createSession(session)).sessionToken }),
    })),
  },
  {
    name: "session-of-another-user",
    by: "sessions/stay-apart",
    defect: "getSessionAndUser returns a session with the user who was created last",
    evidence: "SEC-D9; CVE-2025-12390",
    make: breaking((good) => {
      let last: User | undefined
      return {
        async createUser(user) {
          last = await good.createUser(user)
          return last
        },
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          return found && { session: found.session, user: last ?? found.user }
        },
      }
    }),
  },
  {
    name: "session-of-a-stale-user",
    by: "sessions/show-the-user-of-now",
    defect: "getSessionAndUser returns the user as they were when the session was created",
    evidence: "a copy inside the session; SEC-D9",
    make: breaking((good) => {
      const copies = new Map<string, User | null>()
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          copies.set(created.sessionToken, await good.getUser(created.userId))
          return created
        },
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          return found && { session: found.session, user: copies.get(token) ?? found.user }
        },
      }
    }),
  },
  {
    name: "session-answer-is-flat",
    by: "sessions/found-with-their-user",
    defect: "getSessionAndUser returns one merged object",
    evidence: "§4 getSessionAndUser: an object with session and user",
    make: breaking((good) => ({
      async getSessionAndUser(token) {
        const found = await good.getSessionAndUser(token)
        return found && { ...found.session, ...found.user }
      },
    })),
  },
  {
    name: "expired-session-returned",
    by: "expired-sessions/are-absent",
    defect: "a session past its expiry is still returned",
    evidence: "@auth/azure-tables-adapter; @auth/core links accounts to such a session",
    make: breaking((good) => {
      const all = new Map<string, Session>()
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          all.set(created.sessionToken, created)
          return created
        },
        async deleteSession(token) {
          all.delete(token)
          return good.deleteSession(token)
        },
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          const expired = all.get(token)
          if (found || !expired || expired.expires.getTime() > Date.now()) return found
          const user = await good.getUser(expired.userId)
          return user && { session: expired, user }
        },
      }
    }),
  },
  {
    name: "delete-session-does-nothing",
    by: "sign-outs/session-is-gone",
    defect: "deleteSession deletes nothing: the user stays signed in",
    evidence: "§3; ASVS 7.4.1",
    make: breaking(() => ({ deleteSession: async () => null })),
  },
  {
    name: "delete-session-answers-another",
    by: "sign-outs/session-is-gone",
    defect: "deleteSession returns an object that is not the deleted session",
    evidence: "@auth/neo4j-adapter; passes all 22 tests of the Auth.js suite",
    make: breaking((good) => ({
      async deleteSession(token) {
        const deleted = await good.deleteSession(token)
        return deleted && { "properties(s)": { ...deleted } }
      },
    })),
  },
  {
    name: "delete-session-of-all-devices",
    by: "sign-outs/others-stay",
    defect: "deleteSession deletes every session of the user",
    evidence: "§4 deleteSession: the one session is deleted",
    make: breaking((good) => {
      const all: Session[] = []
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          all.push(created)
          return created
        },
        async deleteSession(token) {
          const deleted = await good.deleteSession(token)
          for (const other of all)
            if (other.userId === deleted?.userId) await good.deleteSession(other.sessionToken)
          return deleted
        },
      }
    }),
  },
  {
    name: "delete-missing-session-throws",
    by: "sign-outs/unknown-is-quiet",
    defect: "deleteSession of a session that does not exist throws: signing out twice is an error",
    evidence: "@auth/prisma-adapter (next-auth#4495), pouchdb, fauna",
    make: breaking((good) => ({
      async deleteSession(token) {
        const deleted = await good.deleteSession(token)
        if (!deleted) throw new Error("Record to delete does not exist.")
        return deleted
      },
    })),
  },
  {
    name: "deleted-session-cached",
    by: "fresh-reads/rows-of-a-deleted-user",
    defect: "getSessionAndUser reads a cache that deleteSession does not invalidate",
    evidence: "better-auth-cloudflare#61; SEC-D7",
    make: breaking((good) => {
      const cache = new Map<string, unknown>()
      return {
        async getSessionAndUser(token) {
          const found = cache.get(token) ?? (await good.getSessionAndUser(token))
          if (found) cache.set(token, found)
          return found
        },
      }
    }),
  },
]
