import type { Case, CaseContext } from "../case.ts"
import { tokenKey } from "./key-of.ts"

// Hours that clocks skip or repeat, in Europe, America and on Lord Howe Island, where it is half an hour;
// and the turns of a leap day and a year. In local time some of them do not exist and others exist twice.
const awkward = [
  "2024-03-31T00:59:59.999Z",
  "2024-03-31T01:30:00.001Z",
  "2024-10-27T00:30:00.500Z",
  "2024-10-27T01:30:00.500Z",
  "2024-03-10T06:59:59.999Z",
  "2024-03-10T07:15:00.010Z",
  "2024-11-03T05:30:00.123Z",
  "2024-11-03T06:30:00.123Z",
  "2024-04-06T14:45:00.250Z",
  "2024-04-06T15:15:00.250Z",
  "2024-10-05T15:30:00.001Z",
  "2024-02-29T23:59:59.999Z",
  "2025-12-31T23:59:59.999Z",
]

export const dates: readonly Case[] = [
  {
    id: "dates/session-expiry-is-a-date",
    level: "must",
    clause: "client 1.6.12",
    also: ["SEC-A6", "vector 3", "§2 AdapterSession"],
    title: "The expiry of a session is a Date wherever it is returned, to the millisecond",
    harm: "The client calls a method of it: text or a number breaks every page.",
    evidence: "@auth/drizzle-adapter on MySQL and lucia on SQLite lose the milliseconds",
    fix: "Store at least milliseconds: timestamp(3), or a number.",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const ms of [0, 1, 499, 500, 999]) {
        const expires = t.inDays(30)
        expires.setUTCMilliseconds(ms)
        const { sessionToken } = t.session(id)

        const created = await t.adapter.createSession({ sessionToken, userId: id, expires })

        t.equal(created.expires, expires, "expires by createSession")
        const found = await t.adapter.getSessionAndUser(sessionToken)
        t.equal(found?.session.expires, expires, "expires by getSessionAndUser")
      }
    },
  },
  {
    id: "dates/token-expiry-is-a-date",
    level: "must",
    clause: "client 1.6.12",
    also: ["SEC-A6", "vector 3", "§2 VerificationToken"],
    title: "The expiry of a verification token is a Date, to the millisecond",
    harm: "The client compares it with the present: text breaks every magic link.",
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(t) {
      for (const ms of [0, 1, 499, 500, 999]) {
        const token = t.verificationToken()
        token.expires.setUTCMilliseconds(ms)
        await t.adapter.createVerificationToken(token)

        const used = await t.adapter.useVerificationToken(tokenKey(token))
        t.equal(used?.expires, token.expires, "expires of the used token")
      }
    },
  },
  {
    id: "dates/verified-at-is-a-date",
    level: "must",
    clause: "SEC-A6",
    also: ["§3 email verified", "§2 AdapterUser", "vector 3"],
    title: "emailVerified is a Date wherever a user is returned, to the millisecond",
    harm: "Applications that show or compare the date break.",
    evidence: "@auth/neo4j-adapter returns text from updateUser",
    needs: ["createUser", "updateUser", "getUser", "getUserByEmail"],
    async run(t) {
      const emailVerified = t.inDays(-400)
      const created = await t.adapter.createUser(t.user({ emailVerified }))
      t.equal(created.emailVerified, emailVerified, "emailVerified by createUser")
      await readsBack(t, created.id, created.email, emailVerified)

      const later = new Date(emailVerified.getTime() + 1)
      const updated = await t.adapter.updateUser({ id: created.id, emailVerified: later })
      t.equal(updated.emailVerified, later, "emailVerified by updateUser")
      await readsBack(t, created.id, created.email, later)
    },
  },
  {
    id: "dates/survive-clock-changes",
    level: "must",
    clause: "SEC-A6",
    also: ["vector 3"],
    title: "Dates in hours that clocks skip or repeat come back as they were",
    harm: "Sessions end an hour early or late, twice a year, in some places.",
    evidence: "better-auth/better-auth#9920: timestamps without a time zone shift with the server's",
    fix: "Store the moment, not the local time: timestamptz, UTC, or a number.",
    needs: ["createUser", "updateUser", "getUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const text of awkward) {
        const emailVerified = new Date(text)

        const updated = await t.adapter.updateUser({ id, emailVerified })

        t.equal(updated.emailVerified, emailVerified, "emailVerified by updateUser")
        const found = await t.adapter.getUser(id)
        t.equal(found?.emailVerified, emailVerified, "emailVerified by getUser")
      }
    },
  },
  {
    id: "dates/past-2038",
    level: "must",
    clause: "SEC-A6",
    title: "An expiry past January 2038 is kept",
    harm: "Long sessions end at once, or in 1901.",
    evidence: "TIMESTAMP of MySQL ends on 2038-01-19",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const text of ["2038-01-19T03:14:08.001Z", "2100-02-28T23:59:59.999Z"]) {
        const session = t.session(id, { expires: new Date(text) })
        await t.adapter.createSession(session)

        t.row((await t.adapter.getSessionAndUser(session.sessionToken))?.session, session, "the session")
      }
    },
  },
  {
    id: "dates/far-away",
    level: "should",
    clause: "SEC-A6",
    title: "Dates from 1900 to the end of 9999 are kept",
    harm: "Imported users get another date, or cannot be imported.",
    needs: ["createUser", "updateUser", "getUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const text of [
        "1900-01-01T00:00:00.001Z",
        "1969-12-31T23:59:59.999Z",
        "9999-12-31T23:59:59.999Z",
      ]) {
        const emailVerified = new Date(text)
        await t.adapter.updateUser({ id, emailVerified })

        t.row(await t.adapter.getUser(id), { emailVerified }, "the user")
      }
    },
  },
]

async function readsBack(t: CaseContext, id: string, email: string, emailVerified: Date): Promise<void> {
  t.equal((await t.adapter.getUser(id))?.emailVerified, emailVerified, "emailVerified by getUser")
  const byEmail = await t.adapter.getUserByEmail(email)
  t.equal(byEmail?.emailVerified, emailVerified, "emailVerified by getUserByEmail")
}
