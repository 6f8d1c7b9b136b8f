import { breaking, type Mutant } from "./mutant.ts"

const localOffsetMs = (date: Date): number => {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: "Europe/Berlin", timeZoneName: "longOffset" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")
  return parts?.value === "GMT+02:00" ? 7_200_000 : 3_600_000
}

/** Stores the local time of Berlin and reads it back: an hour that exists twice becomes its first occurrence. */
const throughLocalTime = (date: Date): Date => {
  const local = date.getTime() + localOffsetMs(date)
  const first = new Date(local - 7_200_000)
  return localOffsetMs(first) === 7_200_000 ? first : new Date(local - 3_600_000)
}

/** Defects of clocks and of automatic expiry. */
export const secondMutants: readonly Mutant[] = [
  {
    name: "expiry-set-at-creation",
    by: "lifetimes/extended-past-the-first-expiry",
    defect: "a session ends at its first expiry, although it was extended",
    evidence: "a Redis TTL that only createSession sets",
    make: breaking((good) => {
      const ends = new Map<string, number>()
      return {
        createSession(session) {
          ends.set(session.sessionToken, session.expires.getTime())
          return good.createSession(session)
        },
        async getSessionAndUser(token) {
          return (ends.get(token) ?? Number.POSITIVE_INFINITY) <= Date.now()
            ? null
            : good.getSessionAndUser(token)
        },
      }
    }),
  },
  {
    name: "session-ends-a-minute-early",
    by: "lifetimes/sessions-of-seconds",
    defect: "a session with less than a minute left is not found",
    evidence: "a clock tolerance in the wrong direction",
    make: breaking((good) => ({
      async getSessionAndUser(token) {
        const found = await good.getSessionAndUser(token)
        return found && found.session.expires.getTime() - Date.now() < 60_000 ? null : found
      },
    })),
  },
  {
    name: "session-ends-late",
    by: "lifetimes/end-on-time",
    defect: "an expired session is found for another half minute",
    evidence: "a clock tolerance in the wrong direction; SEC-D6",
    make: breaking((good) => {
      const ended = new Map<string, object>()
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          const user = await good.getUser(session.userId)
          ended.set(session.sessionToken, { session: { ...session }, user })
          return created
        },
        async getSessionAndUser(token) {
          const found = await good.getSessionAndUser(token)
          if (found) return found
          const kept = ended.get(token) as { session: { expires: Date } } | undefined
          const age = kept ? Date.now() - kept.session.expires.getTime() : -1
          return kept && age >= 0 && age < 30_000 ? structuredClone(kept) : null
        },
      }
    }),
  },
  {
    name: "token-ends-ten-seconds-early",
    by: "lifetimes/tokens-of-seconds",
    defect: "a verification token with less than ten seconds left does not work",
    evidence: "a clock tolerance in the wrong direction",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        return used && used.expires.getTime() - Date.now() < 10_000 ? null : used
      },
    })),
  },
  {
    name: "tokens-expire-together",
    by: "lifetimes/one-token-ends",
    defect: "all tokens of an address end when the first of them expires",
    evidence: "one key with a TTL for all tokens of an address",
    make: breaking((good) => {
      const ends = new Map<string, number>()
      return {
        createVerificationToken(token) {
          const end = Math.min(
            ends.get(token.identifier) ?? Number.POSITIVE_INFINITY,
            token.expires.getTime(),
          )
          ends.set(token.identifier, end)
          return good.createVerificationToken(token)
        },
        async useVerificationToken(key) {
          return (ends.get(key.identifier) ?? 0) <= Date.now() ? null : good.useVerificationToken(key)
        },
      }
    }),
  },
  {
    name: "user-expires-with-a-session",
    by: "lifetimes/one-session-ends",
    defect: "the row of a user expires with the shortest session",
    evidence: "EXPIRE on a key that holds the user and the sessions",
    make: breaking((good) => {
      const ends = new Map<string, number>()
      return {
        createSession(session) {
          const end = Math.min(
            ends.get(session.userId) ?? Number.POSITIVE_INFINITY,
            session.expires.getTime(),
          )
          if (end > Date.now()) ends.set(session.userId, end)
          return good.createSession(session)
        },
        async getUser(id) {
          return (ends.get(id) ?? Number.POSITIVE_INFINITY) <= Date.now() ? null : good.getUser(id)
        },
      }
    }),
  },
  {
    name: "session-expiry-in-berlin-time",
    by: "clock-changes/of-sessions",
    defect: "updateSession stores the local time of Berlin, in which one hour of October exists twice",
    evidence: "better-auth#9920; DATETIME in the time zone of the server",
    make: breaking((good) => ({
      updateSession: ({ expires, ...session }) =>
        good.updateSession({ ...session, ...(expires && { expires: throughLocalTime(expires) }) }),
    })),
  },
  {
    name: "token-expiry-in-berlin-time",
    by: "clock-changes/of-tokens",
    defect: "verification tokens store the local time of Berlin, in which one hour exists twice",
    evidence: "better-auth#9920; DATETIME in the time zone of the server",
    make: breaking((good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken({ ...token, expires: throughLocalTime(token.expires) }),
    })),
  },
]
