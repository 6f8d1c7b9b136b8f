import type { Case } from "../../case.ts"

// A store whose rows expire by themselves may refuse one that is over: then there is nothing to find.

export const expiredSessions: readonly Case[] = [
  {
    id: "expired-sessions/tell-the-truth",
    level: "must",
    clause: "§3 session expired",
    also: ["client 1.6.12"],
    title: "An expired session is null, or comes with the expiry that it was given",
    harm: "The client cannot tell that it is over, and lets the person in.",
    evidence: "@auth/xata-adapter makes up an expiry for tokens",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id, { expires: t.inDays(-1) })
      await t.attempt(() => t.adapter.createSession(session))

      const found = await t.adapter.getSessionAndUser(session.sessionToken)

      if (found !== null) t.row(found?.session, session, "the expired session, if there is one")
    },
  },
  {
    id: "expired-sessions/can-be-deleted",
    level: "must",
    clause: "§3 session expired",
    also: ["§4 deleteSession"],
    title: "Deleting an expired session is no error, and it is gone",
    harm: "The client does so at each visit with an old cookie: every such page would break.",
    needs: ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
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
    id: "expired-sessions/are-absent",
    level: "should",
    clause: "SEC-D6",
    also: ["§3 session expired", "client 1.6.7", "vector 10"],
    title: "An expired session does not resolve",
    harm: "An account is linked to whoever once used this browser: the client does not check the expiry there.",
    evidence: "@auth/core links accounts and adds passkeys without looking at the expiry",
    fix: "Answer null when `expires` has passed.",
    needs: ["createUser", "createSession", "getSessionAndUser"],
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
    harm: "An old cookie that somebody finds is made good again by using it.",
    needs: ["createUser", "createSession", "updateSession", "getSessionAndUser"],
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
    level: "must",
    clause: "SEC-D5",
    title: "Reading an expired session leaves the user's live ones",
    harm: "An old cookie on one device signs the person out on all.",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const expired = t.session(id, { expires: t.inDays(-1) })
      const live = t.session(id)
      await t.adapter.createSession(live)
      await t.attempt(() => t.adapter.createSession(expired))

      await t.adapter.getSessionAndUser(expired.sessionToken)

      t.row((await t.adapter.getSessionAndUser(live.sessionToken))?.session, live, "the live session")
    },
  },
]
