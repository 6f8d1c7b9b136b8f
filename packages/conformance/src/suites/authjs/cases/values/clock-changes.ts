import {
  clockChangeInstants,
  knownClockChanges,
} from "../../../../engine/case-tools/clock-change-instants.ts"
import { listCases } from "../../case.ts"
import { tokenKey } from "../row.ts"
import { inBatches } from "../scale/in-batches.ts"
import { createUserLookups, expectInEach, readSession } from "../stored.ts"

const about = {
  clause: "SEC-A6",
  evidence:
    "better-auth/better-auth#9920: timestamps without a time zone shift with the time zone of the server",
  fix: "Store the instant, not the local time: timestamptz, UTC, or a number.",
  guarantees: ["milliseconds"],
} as const

export const clockChanges = listCases(about, [
  {
    id: "clock-changes/of-sessions",
    also: ["vector 3", "§2 AdapterSession", "§4 updateSession"],
    title: "Session expiries around clock changes are returned unchanged, created or updated",
    harm: "Twice a year, in some time zones, sessions end an hour early or late.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const instants = t.some(clockChangeInstants(), 14)
      await inBatches([...instants.entries()], async ([index, expires]) => {
        const session = t.session(id, { expires })
        const { sessionToken } = session
        t.row(await t.adapter.createSession(session), session, "the created session")
        t.row(await readSession(t, { sessionToken }), session, "getSessionAndUser")
        const next = { expires: instants.at(index - 1) ?? expires }
        const updated = await t.adapter.updateSession({ sessionToken, ...next })
        t.rowOrNothing(updated, next, "updateSession")
        const laterSessionAndUser = await t.adapter.getSessionAndUser(sessionToken)
        t.row(laterSessionAndUser?.session, next, "getSessionAndUser after an update")
      })
    },
  },
  {
    id: "clock-changes/of-tokens",
    also: ["vector 3", "§2 VerificationToken"],
    title: "Token expiries around clock changes are returned unchanged",
    harm: "Twice a year, in some time zones, sign-in links expire an hour early or late.",
    async run(t) {
      await inBatches(t.some(clockChangeInstants(), 14), async (expires) => {
        const token = t.verificationToken({ expires })
        t.rowOrNothing(await t.adapter.createVerificationToken(token), token, "the created token")
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the used token")
      })
    },
  },
  {
    id: "clock-changes/of-users",
    also: ["vector 3", "§2 AdapterUser"],
    title: "Every lookup returns an emailVerified around clock changes unchanged, created or updated",
    harm: "The date of a verification depends on how the user was found.",
    async run(t) {
      const user = await t.adapter.createUser(t.user())
      for (const emailVerified of knownClockChanges) {
        const updated = await t.adapter.updateUser({ id: user.id, emailVerified })
        t.row(updated, { emailVerified }, "updateUser")
        t.row(await t.adapter.getUser(user.id), { emailVerified }, "getUser after an update")
      }
      await inBatches([...t.some(clockChangeInstants(), 14).entries()], async ([index, emailVerified]) => {
        const first = index % 2 === 0 ? emailVerified : null
        const { id, email } = await t.adapter.createUser(t.user({ emailVerified: first }))
        if (!first) t.row(await t.adapter.updateUser({ id, emailVerified }), { emailVerified }, "updateUser")
        await expectInEach(t, await createUserLookups(t, { id, email }), { emailVerified })
      })
    },
  },
])
