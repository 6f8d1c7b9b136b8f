import { member } from "../../../../../engine/case-tools/same-value.ts"
import { type CaseContext, listCases } from "../../../case.ts"
import { tokenKey } from "../../row.ts"
import { createUserLookups } from "../../stored.ts"

export const datesInLookups = listCases({ guarantees: ["milliseconds"] }, [
  {
    id: "dates/session-expiry-is-a-date",
    clause: "client 1.6.12",
    also: ["SEC-A6", "vector 3", "§2 AdapterSession"],
    title: "Every operation returns the expiry of a session as a Date, exact to the millisecond",
    harm: "The client calls a method of this Date, so a string or a number breaks every page.",
    evidence: "@auth/drizzle-adapter on MySQL and lucia on SQLite lose the milliseconds",
    fix: "Store at least milliseconds: timestamp(3) or a number.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const ms of [0, 1, 499, 500, 999]) {
        const expires = t.inDays(30)
        expires.setUTCMilliseconds(ms)
        const { sessionToken } = t.session(id)

        const created = await t.adapter.createSession({ sessionToken, userId: id, expires })

        t.equal(created.expires, expires, "expires by createSession")
        const sessionAndUser = await t.adapter.getSessionAndUser(sessionToken)
        t.equal(sessionAndUser?.session.expires, expires, "expires by getSessionAndUser")
      }
    },
  },
  {
    id: "dates/token-expiry-is-a-date",
    clause: "client 1.6.12",
    also: ["SEC-A6", "vector 3", "§2 VerificationToken"],
    title: "The expiry of a verification token is a Date, exact to the millisecond",
    harm: "The client compares the expiry with the current time, so a string breaks every sign-in link.",
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
    clause: "SEC-A6",
    also: ["§3 email verified", "§2 AdapterUser", "vector 3"],
    title: "Every operation returns emailVerified as a Date, exact to the millisecond",
    harm: "Applications that show or compare the date break.",
    evidence: "@auth/neo4j-adapter returns a string from updateUser",
    async run(t) {
      const emailVerified = t.inDays(-400)
      const created = await t.adapter.createUser(t.user({ emailVerified }))
      t.equal(created.emailVerified, emailVerified, "emailVerified by createUser")
      await expectVerified(t, created, emailVerified)

      const later = new Date(emailVerified.getTime() + 1)
      const updated = await t.adapter.updateUser({ id: created.id, emailVerified: later })
      t.equal(updated.emailVerified, later, "emailVerified by updateUser")
      await expectVerified(t, created, later)
    },
  },
  {
    id: "dates/verified-at-everywhere",
    clause: "SEC-A6",
    also: ["§4 getUserByAccount", "§4 getSessionAndUser"],
    title: "emailVerified is the same Date for a user found by account and by session",
    harm: "Applications that show or compare the date break for some sign-in methods.",
    async run(t) {
      const emailVerified = t.inDays(-400)
      const user = await t.adapter.createUser(t.user({ emailVerified }))
      for (const [name, read] of Object.entries(await createUserLookups(t, user)))
        t.equal(member(await read(), "emailVerified"), emailVerified, `emailVerified by ${name}`)
    },
  },
])

async function expectVerified(
  t: CaseContext,
  { id, email }: { id: string; email: string },
  emailVerified: Date,
): Promise<void> {
  t.equal((await t.adapter.getUser(id))?.emailVerified, emailVerified, "emailVerified by getUser")
  const byEmail = await t.adapter.getUserByEmail(email)
  t.equal(byEmail?.emailVerified, emailVerified, "emailVerified by getUserByEmail")
}
