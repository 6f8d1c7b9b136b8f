import type { Session } from "mortise"
import { breaking, type Mutant, pause } from "./mutant.ts"

/** Defects of `updateSession`. */
export const sessionUpdateMutants: readonly Mutant[] = [
  {
    name: "update-session-answers-garbage",
    by: "session-updates/move-the-expiry",
    defect: "updateSession returns an object that is not the session",
    evidence: "@auth/neo4j-adapter; passes all 22 tests of the Auth.js suite",
    make: breaking((good) => ({
      async updateSession(session) {
        const updated = await good.updateSession(session)
        return updated && { "properties(s)": { ...updated } }
      },
    })),
  },
  {
    name: "update-session-answers-no-owner",
    by: "fresh-reads/extended-sessions",
    defect: "updateSession returns a session whose userId is undefined",
    evidence: "@auth/xata-adapter",
    make: breaking((good) => ({
      async updateSession(session) {
        const updated = await good.updateSession(session)
        return updated && { ...updated, userId: undefined }
      },
    })),
  },
  {
    name: "update-session-not-stored",
    by: "session-updates/move-the-expiry",
    defect: "updateSession returns the new expiry but does not store it: sessions are never extended",
    evidence: "§3: an active session gets a later expiry",
    make: breaking((good) => ({
      async updateSession(session) {
        const stored = await good.updateSession({ sessionToken: session.sessionToken })
        return stored && { ...stored, ...session }
      },
    })),
  },
  {
    name: "update-session-of-missing-is-truthy",
    by: "session-updates/unknown-creates-nothing",
    defect: "updateSession of a session that does not exist returns {}",
    evidence: "@auth/mongodb-adapter",
    make: breaking((good) => ({
      updateSession: async (session) => (await good.updateSession(session)) ?? {},
    })),
  },
  {
    name: "update-session-creates",
    by: "session-updates/unknown-creates-nothing",
    defect: "updateSession of a session that was deleted creates it again",
    evidence: "read, merge, write in key-value adapters; SEC-A4",
    make: breaking((good) => {
      const last = new Map<string, Session>()
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          last.set(created.sessionToken, created)
          return created
        },
        async updateSession(session) {
          const updated = await good.updateSession(session)
          const before = last.get(session.sessionToken)
          if (updated || !before || !(await good.getUser(before.userId))) return updated
          return good.createSession({ ...before, expires: session.expires ?? before.expires })
        },
      }
    }),
  },
  {
    name: "update-session-revives",
    by: "late-writes/removed-sessions",
    defect: "updateSession reads, then writes the whole row: a sign-out in between is undone",
    evidence: "@auth/upstash-redis-adapter, unstorage; auth0/nextjs-auth0#2335; SEC-B8",
    make: breaking((good) => ({
      async updateSession(session) {
        const found = await good.getSessionAndUser(session.sessionToken)
        if (!found) return null
        await pause()
        const updated = await good.updateSession(session)
        const expires = session.expires ?? found.session.expires
        return updated ?? good.createSession({ ...found.session, expires })
      },
    })),
  },
  {
    name: "update-session-without-expires-deletes",
    by: "session-updates/without-expiry-change-nothing",
    defect: "updateSession without a new expiry deletes the session",
    evidence: "@auth/d1-adapter",
    make: breaking((good) => ({
      updateSession: (session) =>
        session.expires ? good.updateSession(session) : good.deleteSession(session.sessionToken),
    })),
  },
  {
    name: "update-session-changes-owner",
    by: "session-updates/keep-the-owner",
    defect: "updateSession changes the format of the userId: the session belongs to an unknown user",
    evidence: "@auth/surrealdb-adapter puts UUIDs between angle brackets",
    make: breaking((good) => {
      const lost = new Set<string>()
      return {
        async updateSession(session) {
          const updated = await good.updateSession(session)
          lost.add(session.sessionToken)
          return updated && { ...updated, userId: `⟨${updated.userId}⟩` }
        },
        getSessionAndUser: async (token) => (lost.has(token) ? null : good.getSessionAndUser(token)),
      }
    }),
  },
  {
    name: "update-session-takes-the-last-user",
    by: "fresh-reads/extended-sessions",
    defect: "updateSession gives the session to the user who was created last",
    evidence: "SEC-D9; GHSA-c9h6-v78w-52wj",
    make: breaking((good) => {
      let last: string | undefined
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          last = created.id
          return created
        },
        updateSession: (session) => good.updateSession({ userId: last, ...session }),
      }
    }),
  },
  {
    name: "update-session-of-all-devices",
    by: "session-updates/others-stay-as-they-are",
    defect: "updateSession changes every session of the user",
    evidence: "§4 updateSession; an UPDATE by userId",
    make: breaking((good) => {
      const all: Session[] = []
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          all.push(created)
          return created
        },
        async updateSession(session) {
          const updated = await good.updateSession(session)
          for (const { userId, sessionToken } of all)
            if (updated?.userId === userId)
              await good.updateSession({ sessionToken, expires: updated.expires })
          return updated
        },
      }
    }),
  },
]
