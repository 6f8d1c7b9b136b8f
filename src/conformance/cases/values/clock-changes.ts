import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// Instants around the clock changes of 2031 in Europe, America and on Lord Howe Island (half an hour). They are in the
// future, so that sessions and tokens with these expiries are live. In local time, some of them do not exist and others
// exist twice. The last group does not exist when its UTC text is read as local time, as drivers without a zone do.
const clockChanges = [
  "2031-03-30T00:59:59.999Z",
  "2031-03-30T01:30:00.001Z",
  "2031-10-26T00:30:00.500Z",
  "2031-10-26T01:30:00.500Z",
  "2031-03-09T06:59:59.999Z",
  "2031-03-09T07:15:00.010Z",
  "2031-11-02T05:30:00.123Z",
  "2031-11-02T06:30:00.123Z",
  "2031-04-05T14:45:00.250Z",
  "2031-04-05T15:15:00.250Z",
  "2031-10-04T15:45:00.001Z",
  "2031-06-30T22:30:00.007Z",
  "2031-12-31T23:59:59.999Z",
  "2032-02-29T12:00:00.000Z",
  ...["2031-03-30T02:30:00.003Z", "2031-03-30T03:30:00.003Z", "2031-03-09T02:30:00.003Z"],
  ...["2031-10-05T02:15:00.003Z", "2031-04-25T00:30:00.003Z", "2031-09-07T00:30:00.003Z"],
].map((text) => new Date(text))

const evidence =
  "better-auth/better-auth#9920: timestamps without a time zone shift with the time zone of the server"
const fix = "Store the instant, not the local time: timestamptz, UTC, or a number."

export const clockChangeCases: readonly Case[] = [
  {
    id: "clock-changes/of-sessions",
    level: "must",
    clause: "SEC-A6",
    also: ["vector 3", "§2 AdapterSession", "§4 updateSession"],
    title: "Session expiries around clock changes are returned unchanged, created or updated",
    harm: "Twice a year, in some time zones, sessions end an hour early or late.",
    evidence,
    fix,
    needs: ["createUser", "createSession", "updateSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const expires of clockChanges) {
        const session = t.session(id, { expires })
        t.row(await t.adapter.createSession(session), session, "the created session")
        const found = await t.adapter.getSessionAndUser(session.sessionToken)
        t.row(found?.session, session, "getSessionAndUser")
      }
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      for (const expires of clockChanges) {
        t.rowOrNothing(await t.adapter.updateSession({ sessionToken, expires }), { expires }, "updateSession")
        const found = await t.adapter.getSessionAndUser(sessionToken)
        t.row(found?.session, { expires }, "getSessionAndUser after an update")
      }
    },
  },
  {
    id: "clock-changes/of-tokens",
    level: "must",
    clause: "SEC-A6",
    also: ["vector 3", "§2 VerificationToken"],
    title: "Token expiries around clock changes are returned unchanged",
    harm: "Twice a year, in some time zones, sign-in links expire an hour early or late.",
    evidence,
    fix,
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(t) {
      for (const expires of clockChanges) {
        const token = t.verificationToken({ expires })
        t.rowOrNothing(await t.adapter.createVerificationToken(token), token, "the created token")
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the used token")
      }
    },
  },
  {
    id: "clock-changes/of-verified-addresses",
    level: "must",
    clause: "SEC-A6",
    also: ["vector 3", "§2 AdapterUser"],
    title: "Every lookup returns an emailVerified around clock changes unchanged, created or updated",
    harm: "The date of a verification depends on how the user was found.",
    evidence,
    fix,
    needs: [
      ...["createUser", "updateUser", "getUser", "getUserByEmail", "linkAccount", "getUserByAccount"],
      ...["createSession", "getSessionAndUser"],
    ] as Case["needs"],
    async run(t) {
      for (const [nth, emailVerified] of clockChanges.entries()) {
        const first = nth % 2 === 0 ? emailVerified : null
        const { id, email } = await t.adapter.createUser(t.user({ emailVerified: first }))
        if (!first) t.row(await t.adapter.updateUser({ id, emailVerified }), { emailVerified }, "updateUser")
        const account = t.account(id)
        await t.adapter.linkAccount(account)
        const { sessionToken } = await t.adapter.createSession(t.session(id))

        t.row(await t.adapter.getUser(id), { emailVerified }, "getUser")
        t.row(await t.adapter.getUserByEmail(email), { emailVerified }, "getUserByEmail")
        t.row(await t.adapter.getUserByAccount(accountKey(account)), { emailVerified }, "getUserByAccount")
        const found = await t.adapter.getSessionAndUser(sessionToken)
        t.row(found?.user, { emailVerified }, "the user of getSessionAndUser")
      }
    },
  },
]
