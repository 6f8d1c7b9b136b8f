import { type CaseContext, listTable } from "../../case.ts"
import type { NewSession } from "../../data.ts"
import { newSession, newUserId, readSession } from "../stored.ts"

/** What happens to an expired session. A store that expires rows may refuse it: then there is nothing to find. */
type ExpiredSession = {
  act?(t: CaseContext, session: NewSession): Promise<unknown>
  /** Whether the session may be found afterwards. Missing if the case does not ask. */
  readonly isFound?: "never" | "with its expiry"
}

async function checkExpired(t: CaseContext, { act, isFound }: ExpiredSession): Promise<void> {
  const session = t.session(await newUserId(t), { expires: t.inDays(-1) })
  await t.attempt(() => t.adapter.createSession(session))

  await act?.(t, session)

  const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
  if (isFound === "never") t.isNull(sessionAndUser, "getSessionAndUser of the expired session")
  else if (isFound && sessionAndUser !== null)
    t.row(sessionAndUser?.session, session, "the expired session, if there is one")
}

export const expiredSessions = listTable({}, checkExpired, [
  {
    id: "expired-sessions/tell-the-truth",
    clause: "§3 session expired",
    also: ["client 1.6.12"],
    title: "An expired session is null or is returned with the expiry that it was given",
    harm: "The client cannot tell that the session has expired, and accepts it.",
    evidence: "@auth/xata-adapter makes up an expiry for tokens",
    isFound: "with its expiry",
  },
  {
    id: "expired-sessions/can-be-deleted",
    clause: "§3 session expired",
    also: ["§4 deleteSession"],
    title: "Deleting an expired session does not throw, and the session is gone",
    harm: "The client deletes the session when it sees an expired cookie, so every such page would fail.",
    act: (t, { sessionToken }) => t.adapter.deleteSession(sessionToken),
    isFound: "never",
  },
  {
    id: "expired-sessions/deleted-is-not-extended",
    clause: "§4 deleteSession",
    also: ["SEC-B8", "§3 session deleted"],
    title: "An expired session that was deleted cannot be extended",
    harm: "A user who signed out is signed in again.",
    fix: "Delete the row whether or not it has expired.",
    async act(t, { sessionToken }) {
      await t.adapter.deleteSession(sessionToken)
      await t.attempt(() => t.adapter.updateSession({ sessionToken, expires: t.inDays(30) }))
    },
    isFound: "never",
  },
  {
    id: "expired-sessions/are-absent",
    level: "should",
    clause: "SEC-D6",
    also: ["§3 session expired", "client 1.6.7", "vector 10"],
    title: "An expired session is not found",
    harm: "An account is linked to a former user of this browser, because the client does not check the expiry there.",
    evidence: "@auth/core links accounts and adds passkeys without checking the expiry",
    fix: "Return null when `expires` has passed.",
    isFound: "never",
  },
  {
    id: "expired-sessions/stay-over",
    level: "should",
    clause: "SEC-D6",
    also: ["SEC-D5"],
    title: "An expired session cannot be extended",
    harm: "An attacker who finds an old cookie makes it valid again by using it.",
    act: async (t, { sessionToken }) =>
      t.isNothing(await t.adapter.updateSession({ sessionToken, expires: t.inDays(30) }), "updateSession"),
    isFound: "never",
  },
  {
    id: "expired-sessions/do-not-take-live-ones-along",
    clause: "SEC-D5",
    title: "Reading an expired session leaves the user's other sessions unchanged",
    harm: "An old cookie on one device signs the user out on all devices.",
    async act(t, { userId, sessionToken }) {
      const live = await newSession(t, { userId })
      await t.adapter.getSessionAndUser(sessionToken)
      t.row(await readSession(t, live), live, "the live session")
    },
  },
])
