import type { NewCase } from "../../case.ts"
import { newSession, readSession } from "../stored.ts"

// A store that expires rows automatically may refuse an expired session. Then there is nothing to find.

export const expiredSessions: readonly NewCase[] = [
  {
    id: "expired-sessions/tell-the-truth",
    clause: "§3 session expired",
    also: ["client 1.6.12"],
    title: "An expired session is null or is returned with the expiry that it was given",
    harm: "The client cannot tell that the session has expired, and accepts it.",
    evidence: "@auth/xata-adapter makes up an expiry for tokens",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id, { expires: t.inDays(-1) })
      await t.attempt(() => t.adapter.createSession(session))

      const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)

      if (sessionAndUser !== null)
        t.row(sessionAndUser?.session, session, "the expired session, if there is one")
    },
  },
  {
    id: "expired-sessions/can-be-deleted",
    clause: "§3 session expired",
    also: ["§4 deleteSession"],
    title: "Deleting an expired session does not throw, and the session is gone",
    harm: "The client deletes the session when it sees an expired cookie, so every such page would fail.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = t.session(id)
      const expired = { sessionToken, userId: id, expires: t.inDays(-1) }
      await t.attempt(() => t.adapter.createSession(expired))

      await t.adapter.deleteSession(sessionToken)

      t.isNull(await t.adapter.getSessionAndUser(sessionToken), "getSessionAndUser afterwards")
    },
  },
  {
    id: "expired-sessions/deleted-is-not-extended",
    clause: "§4 deleteSession",
    also: ["SEC-B8", "§3 session deleted"],
    title: "An expired session that was deleted cannot be extended",
    harm: "A user who signed out is signed in again.",
    fix: "Delete the row whether or not it has expired.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = t.session(id)
      await t.attempt(() => t.adapter.createSession({ sessionToken, userId: id, expires: t.inDays(-1) }))
      await t.adapter.deleteSession(sessionToken)

      await t.attempt(() => t.adapter.updateSession({ sessionToken, expires: t.inDays(30) }))

      t.isNull(await t.adapter.getSessionAndUser(sessionToken), "getSessionAndUser afterwards")
    },
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
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id, { expires: t.inDays(-1) })
      await t.attempt(() => t.adapter.createSession(session))

      t.isNull(await t.adapter.getSessionAndUser(session.sessionToken), "getSessionAndUser")
    },
  },
  {
    id: "expired-sessions/stay-over",
    level: "should",
    clause: "SEC-D6",
    also: ["SEC-D5"],
    title: "An expired session cannot be extended",
    harm: "An attacker who finds an old cookie makes it valid again by using it.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = t.session(id)
      const expired = { sessionToken, userId: id, expires: t.inDays(-1) }
      await t.attempt(() => t.adapter.createSession(expired))

      t.isNothing(await t.adapter.updateSession({ sessionToken, expires: t.inDays(30) }), "updateSession")

      t.isNull(await t.adapter.getSessionAndUser(sessionToken), "getSessionAndUser afterwards")
    },
  },
  {
    id: "expired-sessions/do-not-take-live-ones-along",
    clause: "SEC-D5",
    title: "Reading an expired session leaves the user's other sessions unchanged",
    harm: "An old cookie on one device signs the user out on all devices.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const expired = t.session(id, { expires: t.inDays(-1) })
      const live = await newSession(t, { userId: id })
      await t.attempt(() => t.adapter.createSession(expired))

      await t.adapter.getSessionAndUser(expired.sessionToken)

      t.row(await readSession(t, live), live, "the live session")
    },
  },
]
