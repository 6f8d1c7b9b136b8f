import { type CaseContext, listCases } from "../../../case.ts"
import { tokenKey } from "../../row.ts"

// A time of zero is falsy, and some stores take it, or a time before it, for "never". A row may be refused or absent.
// It must not be returned with an expiry that has not passed.

/** The start of 1970 and the times around it, to the second and to the millisecond. */
const passed = [0, 1, 1_000, 1_001, -1, -1_000].map((time) => new Date(time))

const harm = "A session or a link that was ended by a time of zero stays valid for ever."
const fix = "Compare the expiry with the current time. Do not treat a time of zero as a missing one."

function expectPassed(t: CaseContext, expires: unknown, what: string): void {
  const hasPassed = expires instanceof Date && expires.getTime() <= Date.now()
  t.check(hasPassed, `${what}: null, or with an expiry that has passed`, expires)
}

export const expiriesAtBoundaries = listCases({ harm, fix, guarantees: ["milliseconds"] }, [
  {
    id: "lifetimes/sessions-until-1970",
    clause: "§3 session expired",
    also: ["SEC-D6", "SEC-A6", "§4 updateSession"],
    title: "A session whose expiry is or becomes a time around zero is not returned as live",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const old = t.session(id, { expires: t.inDays(-1) })
      await t.attempt(() => t.adapter.createSession(old))
      const hides = (await t.adapter.getSessionAndUser(old.sessionToken)) === null
      const check = async (sessionToken: string, what: string) => {
        const sessionAndUser = await t.adapter.getSessionAndUser(sessionToken)
        if (hides) t.isNull(sessionAndUser, what)
        else if (sessionAndUser) expectPassed(t, sessionAndUser.session.expires, what)
      }
      for (const expires of passed) {
        const session = t.session(id, { expires })
        const created = await t.attempt(() => t.adapter.createSession(session))
        if (created.status === "fulfilled")
          await check(session.sessionToken, `a session until ${print(expires)}`)

        const { sessionToken } = await t.adapter.createSession(t.session(id))
        const updated = await t.attempt(() => t.adapter.updateSession({ sessionToken, expires }))
        if (updated.status === "fulfilled")
          await check(sessionToken, `a session shortened to ${print(expires)}`)
      }
    },
  },
  {
    id: "lifetimes/tokens-until-1970",
    clause: "§3 token expired",
    also: ["SEC-E3", "SEC-A6"],
    title: "A token whose expiry is a time around zero is not returned as live",
    async run(t) {
      for (const expires of passed) {
        const token = t.verificationToken({ expires })
        const created = await t.attempt(() => t.adapter.createVerificationToken(token))
        if (created.status === "rejected") continue
        const used = await t.adapter.useVerificationToken(tokenKey(token))
        if (used) expectPassed(t, used.expires, `a token until ${print(expires)}`)
        t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "the same token, used again")
      }
    },
  },
])

const print = (date: Date): string => date.toISOString()
