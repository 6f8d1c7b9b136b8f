import type { Session, VerificationToken } from "mortise"
import { breaking, keyOf, type Mutant, pause } from "./mutant.ts"

/** When a row ends whose time to live is set in whole seconds, rounded down. */
const wholeSeconds = (expires: Date): number => {
  const now = Date.now()
  return now + Math.floor((expires.getTime() - now) / 1_000) * 1_000
}

const hasPassed = (time: number | undefined): boolean => time !== undefined && time <= Date.now()

const sydney = new Intl.DateTimeFormat("en-AU", {
  timeZone: "Australia/Sydney",
  dateStyle: "short",
  timeStyle: "medium",
})

/** Defects around the moment at which a row expires, and in the time zone of an expiry. */
export const expiryBoundaryMutants: readonly Mutant[] = [
  {
    name: "session-lives-whole-seconds",
    by: "lifetimes/last-moments-of-sessions",
    defect: "a session ends up to a second before its expiry",
    evidence: "EXPIRE of Redis with a time to live that is rounded down",
    make: breaking((good) => {
      const ends = new Map<string, number>()
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          if (created.expires.getTime() > Date.now())
            ends.set(created.sessionToken, wholeSeconds(created.expires))
          return created
        },
        async updateSession(session) {
          if (session?.expires) ends.delete(session.sessionToken)
          return good.updateSession(session)
        },
        getSessionAndUser: async (token) =>
          hasPassed(ends.get(token)) ? null : good.getSessionAndUser(token),
      }
    }),
  },
  {
    name: "token-lives-whole-seconds",
    by: "lifetimes/last-moments-of-tokens",
    defect: "a verification token ends up to a second before its expiry",
    evidence: "EXPIRE of Redis with a time to live that is rounded down",
    make: breaking((good) => {
      const ends = new Map<string, number>()
      return {
        createVerificationToken(token) {
          ends.set(keyOf(token.identifier, token.token), wholeSeconds(token.expires))
          return good.createVerificationToken(token)
        },
        useVerificationToken: async (key) =>
          hasPassed(ends.get(keyOf(key.identifier, key.token))) ? null : good.useVerificationToken(key),
      }
    }),
  },
  {
    name: "extension-tolerates-a-second",
    by: "lifetimes/just-expired-is-not-extended",
    defect: "updateSession revives a session that expired less than a second ago",
    evidence: "a tolerance for clocks that differ; SEC-D6",
    make: breaking((good) => {
      const rows = new Map<string, Session>()
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          rows.set(created.sessionToken, { ...created })
          return created
        },
        async updateSession(session) {
          const row = rows.get(session?.sessionToken)
          const age = row ? Date.now() - row.expires.getTime() : -1
          if (!row || age < 0 || age > 1_000) return good.updateSession(session)
          await good.deleteSession(row.sessionToken)
          return good.createSession({ ...row, ...session } as Session)
        },
      }
    }),
  },
  {
    name: "cached-session-outlives-its-expiry",
    by: "lifetimes/seen-until-the-end",
    defect: "a cache of sessions returns them for seconds, also after they expire",
    evidence: "a read-through cache with a time to live of its own; SEC-D5",
    make: breaking((good) => {
      type Found = Awaited<ReturnType<typeof good.getSessionAndUser>>
      const found = new Map<string, { answer: Found; until: number }>()
      const forgetting =
        <Args extends unknown[], CaseResult>(change: (...args: Args) => CaseResult) =>
        (...args: Args): CaseResult => {
          found.clear()
          return change(...args)
        }
      return {
        ...{ updateUser: forgetting(good.updateUser), deleteUser: forgetting(good.deleteUser) },
        ...{ createSession: forgetting(good.createSession), updateSession: forgetting(good.updateSession) },
        deleteSession: forgetting(good.deleteSession),
        async getSessionAndUser(token) {
          const cached = found.get(token)
          if (cached && !hasPassed(cached.until)) return structuredClone(cached.answer)
          const answer = await good.getSessionAndUser(token)
          if (answer) found.set(token, { answer: structuredClone(answer), until: Date.now() + 5_000 })
          return answer
        },
      }
    }),
  },
  {
    name: "expired-token-is-null",
    by: "verification-tokens/expired-is-returned",
    defect: "a verification token is removed when it expires, so that its use returns null",
    evidence: "a TTL index; SEC-E3",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        return used && hasPassed(used.expires.getTime()) ? null : used
      },
    })),
  },
  {
    name: "cleanup-by-token-alone",
    by: "interleavings/expired-lookup-and-new-session",
    defect: "a lookup of an expired session removes whatever session has its token a moment later",
    evidence: "SEC-D5; @auth/core deletes expired sessions in this way",
    make: breaking((good) => {
      const ends = new Map<string, number>()
      return {
        createSession(session) {
          ends.set(session.sessionToken, session.expires.getTime())
          return good.createSession(session)
        },
        async getSessionAndUser(token) {
          const isExpired = hasPassed(ends.get(token))
          const found = await good.getSessionAndUser(token)
          if (isExpired && !found) await pause().then(() => good.deleteSession(token))
          return found
        },
      }
    }),
  },
  {
    name: "cleanup-of-an-extended-session",
    by: "interleavings/expired-lookup-and-extension",
    defect: "a lookup of an expired session removes it although it was extended a moment later",
    evidence: "SEC-D5; expired sessions that can be extended",
    make: breaking((good) => {
      const expired = new Map<string, Session>()
      return {
        async createSession(session) {
          if (session.expires.getTime() < Date.now())
            expired.set(session.sessionToken, { ...session } as Session)
          return good.createSession(session)
        },
        async updateSession(session) {
          const row = expired.get(session.sessionToken)
          if (!row || !session.expires) return good.updateSession(session)
          await good.deleteSession(row.sessionToken)
          expired.delete(row.sessionToken)
          return good.createSession({ ...row, expires: session.expires })
        },
        async getSessionAndUser(token) {
          if (!expired.has(token)) return good.getSessionAndUser(token)
          await pause()
          await good.deleteSession(token)
          return null
        },
      }
    }),
  },
  {
    name: "cleanup-of-a-new-token",
    by: "interleavings/expired-use-and-new-token",
    defect: "the use of an expired token removes a new token with the same key a moment later",
    evidence: "a cleanup that deletes by the key alone; SEC-E4",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used: VerificationToken | null = await good.useVerificationToken(key)
        if (used && used.expires.getTime() > Date.now()) return used
        await pause()
        await good.useVerificationToken(key)
        return null
      },
    })),
  },
  {
    name: "token-expiry-in-sydney-time",
    by: "clock-changes/of-tokens",
    defect: "a token that expires in the hour that Sydney has twice is returned with the first of both",
    evidence: "DATETIME in the time zone of the server; better-auth#9920",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        if (!used || Number.isNaN(used.expires.getTime())) return used
        const earlier = new Date(used.expires.getTime() - 3_600_000)
        return sydney.format(earlier) === sydney.format(used.expires) ? { ...used, expires: earlier } : used
      },
    })),
  },
]
