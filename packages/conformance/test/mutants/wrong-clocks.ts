import { breaking, type Mutant } from "./mutant.ts"

const minuteMs = 60_000

/** The longest timer; a longer one fires at once. */
const longestTimerMs = 2 ** 31 - 1

const endsWithin = (expires: Date, ms: number): boolean =>
  expires.getTime() > Date.now() && expires.getTime() < Date.now() + ms

/** Defects of expiries that are extended, swept or timed by the adapter, and of dates, pages and counters. */
export const wrongClockMutants: readonly Mutant[] = [
  {
    name: "last-minute-extends",
    by: "lifetimes/reading-moves-no-expiry",
    defect: "getSessionAndUser extends a session that has less than a minute left by an hour",
    evidence: "sliding expiration of a cache; §3: updateSession extends",
    make: breaking((good) => ({
      async getSessionAndUser(sessionToken) {
        const found = await good.getSessionAndUser(sessionToken)
        if (found && endsWithin(found.session.expires, minuteMs)) {
          const expires = new Date(found.session.expires.getTime() + 60 * minuteMs)
          await good.updateSession({ sessionToken, expires })
        }
        return found
      },
    })),
  },
  {
    name: "sign-in-sweeps-five-minutes-early",
    by: "lifetimes/other-sessions-stay",
    defect: "createSession deletes the sessions of the user that have less than five minutes left",
    evidence: "a server whose clock is fast; SEC-D5",
    make: breaking((good) => {
      const sessions: { sessionToken: string; userId: string; expires: Date }[] = []
      return {
        async createSession(session) {
          const created = await good.createSession(session)
          if (!endsWithin(session.expires, 60 * minuteMs))
            for (const { sessionToken, userId, expires } of sessions)
              if (userId === session.userId && endsWithin(expires, 5 * minuteMs))
                await good.deleteSession(sessionToken)
          sessions.push({ ...session, expires: new Date(session.expires) })
          return created
        },
      }
    }),
  },
  {
    name: "new-token-sweeps-five-minutes-early",
    by: "lifetimes/other-tokens-stay",
    defect: "createVerificationToken deletes tokens of the address that have less than five minutes left",
    evidence: "a server whose clock is fast; SEC-E4",
    make: breaking((good) => {
      const tokens: { identifier: string; token: string; expires: Date }[] = []
      return {
        async createVerificationToken(given) {
          for (const { identifier, token, expires } of tokens)
            if (identifier === given.identifier && endsWithin(expires, 5 * minuteMs))
              await good.useVerificationToken({ identifier, token })
          tokens.push({ ...given, expires: new Date(given.expires) })
          return good.createVerificationToken(given)
        },
      }
    }),
  },
  {
    name: "long-session-ends-at-once",
    by: "lifetimes/long-lives",
    defect: "a session that lives longer than 2^31 milliseconds is deleted by its timer at once",
    evidence: "setTimeout with a delay of more than 32 bits",
    make: breaking((good) => ({
      async createSession(session) {
        const created = await good.createSession(session)
        if (session.expires.getTime() - Date.now() > longestTimerMs)
          setTimeout(() => good.deleteSession(session.sessionToken), 1).unref()
        return created
      },
    })),
  },
  {
    name: "update-without-a-date-returns-text",
    by: "dates/in-the-result-of-every-user-write",
    defect: "updateUser returns emailVerified as text when the call left it out",
    evidence: "a result merged from the raw row; SEC-A6",
    make: breaking((good) => ({
      async updateUser(changes) {
        const updated = await good.updateUser(changes)
        const left = changes.emailVerified === undefined && updated.emailVerified
        return left ? { ...updated, emailVerified: left.toISOString() } : updated
      },
    })),
  },
  {
    name: "update-without-an-expiry-returns-a-number",
    by: "dates/in-the-result-of-every-session-write",
    defect: "updateSession returns expires as a number when the call left it out",
    evidence: "a result merged from the raw row; client 1.6.12",
    make: breaking((good) => ({
      async updateSession(changes) {
        const updated = await good.updateSession(changes)
        return updated && !changes.expires ? { ...updated, expires: updated.expires.getTime() } : updated
      },
    })),
  },
  {
    name: "created-token-expires-in-text",
    by: "dates/in-the-result-of-every-token-write",
    defect: "createVerificationToken returns expires as text",
    evidence: "a result of the driver that is not converted; SEC-A6",
    make: breaking((good) => ({
      async createVerificationToken(token) {
        const created = await good.createVerificationToken(token)
        return { ...created, expires: created.expires.toISOString() }
      },
    })),
  },
  {
    name: "first-row-of-a-page-lost",
    by: "many-rows/passkeys",
    defect: "listAuthenticatorsByUserId reads pages of 128 and loses the first row of each later page",
    evidence: "a cursor that is exclusive where it should be inclusive",
    make: breaking((good) => ({
      async listAuthenticatorsByUserId(id) {
        const listed = await good.listAuthenticatorsByUserId(id)
        return listed.filter((_, nth) => nth < 128 || nth % 128 !== 0)
      },
    })),
  },
  {
    name: "counters-wrap-at-32-bits",
    by: "numbers/counters-never-wrap",
    defect: "updateAuthenticatorCounter stores the last 32 bits of a counter",
    evidence: "a conversion to an unsigned integer; SEC-F2",
    make: breaking((good) => ({
      updateAuthenticatorCounter: async (id, counter) => good.updateAuthenticatorCounter(id, counter >>> 0),
    })),
  },
]
