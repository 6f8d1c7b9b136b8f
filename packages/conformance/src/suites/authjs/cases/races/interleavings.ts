import { type CaseContext, listCases, type NewCase } from "../../case.ts"
import type { NewSession, NewToken } from "../../data.ts"
import { tokenKey } from "../row.ts"
import { newUserId, readSession } from "../stored.ts"

const expiredFix =
  "Delete an expired row on the condition that it is still expired: `... and expires <= :now`."

/** An adapter that removes an expired row after it has read it: another caller may have replaced it in between. */
const besideExpiredRows = listCases({ clause: "SEC-D5", fix: expiredFix }, [
  {
    id: "interleavings/expired-lookup-and-new-session",
    also: ["§4 createSession", "SEC-B9"],
    guarantees: ["unique_sessions"],
    title: "A session with the token of an expired one survives concurrent lookups of the old one",
    harm: "A user who has just signed in is signed out again.",
    run: (t) =>
      expectToLast(t, "the new session", async (session) => {
        await t.adapter.createSession(session)
        return true
      }),
  },
  {
    id: "interleavings/expired-lookup-and-extension",
    also: ["§4 updateSession", "SEC-B9"],
    title: "An expired session that is extended during a lookup lasts",
    harm: "A user whose session was just extended is signed out.",
    evidence: "@auth/core deletes a session that it has read as expired, whatever happened in between",
    run: (t) =>
      expectToLast(t, "the extended session", ({ sessionToken, expires }) =>
        t.adapter.updateSession({ sessionToken, expires }),
      ),
  },
  {
    id: "interleavings/expired-use-and-new-token",
    clause: "SEC-E4",
    also: ["§4 createVerificationToken", "SEC-B9"],
    guarantees: ["unique_tokens"],
    title: "A token that is created while an expired one with its key is used can still be used",
    harm: "A sign-in link that was just sent does not work.",
    async run(t) {
      const unused: NewToken[] = []
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
])

export const interleavings: readonly NewCase[] = [
  {
    id: "interleavings/sign-up-and-change-of-address",
    clause: "SEC-B7",
    also: ["SEC-B2"],
    guarantees: ["unique_emails"],
    title: "Either a change of address or a concurrent sign-up gets the address",
    harm: "Two users share an address, and each can sign in as the other.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id } = await t.adapter.createUser(t.user())
        const email = t.email()

        const [changed, created] = await fire(
          () => t.adapter.updateUser({ id, email }),
          () => t.adapter.createUser(t.user({ email })),
        )

        const winners = [changed, created].filter((outcome) => outcome.status === "fulfilled")
        t.equal(winners.length, 1, "calls that got the address")
        const userByEmail = await t.adapter.getUserByEmail(email)
        t.row(userByEmail, { id: winners[0]?.value.id }, "getUserByEmail afterwards")
      }),
  },
  {
    id: "interleavings/two-mails",
    clause: "SEC-E4",
    also: ["SEC-B9"],
    title: "A token created while another token of the address is used still works",
    harm: "The link in an email that was just sent does not work.",
    fix: "Do not store a list of tokens that is read, changed and written back.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const first = t.verificationToken()
        const second = t.verificationToken({ identifier: first.identifier })
        await t.adapter.createVerificationToken(first)

        const [used] = await fire(
          () => t.adapter.useVerificationToken(tokenKey(first)),
          () => t.adapter.createVerificationToken(second),
        )

        t.row(used.status === "fulfilled" && used.value, first, "the first token")
        t.row(await t.adapter.useVerificationToken(tokenKey(second)), second, "the second token")
      }),
  },
  {
    id: "interleavings/two-changes-of-address",
    clause: "SEC-B7",
    title: "After two concurrent changes of address, only one address finds the user",
    harm: "An address that the user gave up still signs in as that user.",
    run: (t) =>
      t.interleavings(async (fire) => {
        const { id, email } = await t.adapter.createUser(t.user())
        const [firstEmail, secondEmail] = [t.email(), t.email()]

        await fire(
          () => t.adapter.updateUser({ id, email: firstEmail }),
          () => t.adapter.updateUser({ id, email: secondEmail }),
        )

        const now = (await t.adapter.getUser(id))?.email ?? ""
        for (const address of [email, firstEmail, secondEmail])
          if (address === now) t.row(await t.adapter.getUserByEmail(address), { id }, "the current address")
          else t.isNull(await t.adapter.getUserByEmail(address), "an address that the user does not have")
      }),
  },
  ...besideExpiredRows,
]

/** Looks an expired session up while it is written again. A session that was written is found a moment later. */
async function expectToLast(
  t: CaseContext,
  what: string,
  write: (session: NewSession) => Promise<unknown>,
): Promise<void> {
  const userId = await newUserId(t)
  const sessions: NewSession[] = []
  await t.interleavings(async (fire) => {
    const session = t.session(userId)
    await t.attempt(() => t.adapter.createSession({ ...session, expires: t.inDays(-1) }))

    const [, written] = await fire(
      () => t.adapter.getSessionAndUser(session.sessionToken),
      () => write(session),
    )

    // The token may still be taken, and careful adapters extend no expired session. Then nothing has to last.
    if (written.status === "fulfilled" && written.value) sessions.push(session)
  })
  // A removal may follow after the lookup has returned.
  await t.wait(5)
  for (const session of sessions) t.row(await readSession(t, session), session, what)
}
