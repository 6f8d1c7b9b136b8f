import type { Case, CaseContext } from "../../case.ts"
import type { NewSession } from "../../data.ts"
import { tokenKey } from "../row-keys.ts"

// An adapter that removes an expired row after it has read it must remove that row only. Another caller may have
// replaced or extended it in between.

const fix = "Delete an expired row on the condition that it is still expired: `... and expires <= :now`."

export const cleanupOfExpiredRows: readonly Case[] = [
  {
    id: "interleavings/expired-lookup-and-new-session",
    level: "must",
    clause: "SEC-D5",
    also: ["§4 createSession", "SEC-B9"],
    guarantees: ["unique_sessions"],
    title: "A session that is created under the token of an expired session survives lookups of the old one",
    harm: "A user who has just signed in is signed out again.",
    fix,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const survivors: NewSession[] = []
      await t.interleavings(async (fire) => {
        const session = t.session(id)
        const { sessionToken } = session
        await t.attempt(() => t.adapter.createSession({ ...session, expires: t.inDays(-1) }))

        const [, created] = await fire(
          () => t.adapter.getSessionAndUser(sessionToken),
          () => t.adapter.createSession(session),
        )

        // The token may still be taken. Only a creation that succeeded has to last.
        if (created.status === "fulfilled") survivors.push(session)
      })
      await expectToLast(t, survivors, "the new session")
    },
  },
  {
    id: "interleavings/expired-lookup-and-extension",
    level: "must",
    clause: "SEC-D5",
    also: ["§4 updateSession", "SEC-B9"],
    title: "If an expired session is extended during a lookup and the extension succeeds, the session lasts",
    harm: "A user whose session was just extended is signed out.",
    evidence: "@auth/core deletes a session that it has read as expired, whatever happened in between",
    fix,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const extended: NewSession[] = []
      await t.interleavings(async (fire) => {
        const session = t.session(id)
        const { sessionToken, expires } = session
        await t.attempt(() => t.adapter.createSession({ ...session, expires: t.inDays(-1) }))

        const [, updated] = await fire(
          () => t.adapter.getSessionAndUser(sessionToken),
          () => t.adapter.updateSession({ sessionToken, expires }),
        )

        // Careful adapters extend no expired session. Then there is nothing that has to last.
        if (updated.status === "fulfilled" && updated.value) extended.push(session)
      })
      await expectToLast(t, extended, "the extended session")
    },
  },
  {
    id: "interleavings/expired-use-and-new-token",
    level: "must",
    clause: "SEC-E4",
    also: ["§4 createVerificationToken", "SEC-B9"],
    guarantees: ["unique_tokens"],
    title: "A token that is created while an expired token with the same key is used can still be used",
    harm: "A sign-in link that was just sent does not work.",
    fix,
    async run(t) {
      const unused: ReturnType<typeof t.verificationToken>[] = []
      await t.interleavings(async (fire) => {
        const token = t.verificationToken()
        await t.attempt(() => t.adapter.createVerificationToken({ ...token, expires: t.inDays(-1) }))

        const [used, created] = await fire(
          () => t.adapter.useVerificationToken(tokenKey(token)),
          () => t.adapter.createVerificationToken(token),
        )

        const usedUp =
          used.status === "fulfilled" && used.value?.expires.getTime() === token.expires.getTime()
        if (created.status === "fulfilled" && !usedUp) unused.push(token)
      })
      await t.wait(5)
      for (const token of unused)
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the new token")
    },
  },
]

/** Checks sessions a moment later: a removal may follow after the lookup has returned. */
async function expectToLast(t: CaseContext, sessions: readonly NewSession[], what: string): Promise<void> {
  await t.wait(5)
  for (const session of sessions)
    t.row((await t.adapter.getSessionAndUser(session.sessionToken))?.session, session, what)
}
