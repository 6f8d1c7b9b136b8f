import { listCases } from "../../case.ts"
import { expectSession, newSession, readSession } from "../stored.ts"

export const sessionUpdates = listCases({ clause: "§4 updateSession" }, [
  {
    id: "session-updates/move-the-expiry",
    also: ["§3 session extended"],
    title: "updateSession moves the expiry, later or earlier, and returns the session or nothing",
    harm: "Active users are signed out, or a shortened session stays valid.",
    evidence:
      "@auth/xata-adapter returns a session without its userId; @auth/neo4j-adapter returns the text of its query",
    async run(t) {
      const session = await newSession(t)
      const { sessionToken } = session

      for (const expires of [60, 2, 400, 4_000, 1].map(t.inDays)) {
        const otherSession = await newSession(t, { userId: session.userId, expires })
        const answer = await t.adapter.updateSession({ sessionToken, expires })

        t.row(await readSession(t, otherSession), otherSession, "the created session")
        t.rowOrNothing(answer, { ...session, expires }, "what updateSession returned")
        t.row(await readSession(t, { sessionToken }), { ...session, expires }, "the session afterwards")
      }
    },
  },
  {
    id: "session-updates/keep-the-owner",
    title: "An updated session still belongs to its user",
    harm: "The user is signed out when the session is extended for the first time.",
    evidence: "@auth/surrealdb-adapter rewrites the userId when it is a UUID",
    async run(t) {
      const { sessionToken, userId: id } = await newSession(t)

      await t.adapter.updateSession({ sessionToken, expires: t.inDays(60) })

      await expectSession(t, { sessionToken, userId: id }, { id })
    },
  },
  {
    id: "session-updates/without-expiry-change-nothing",
    also: ["SEC-A5"],
    title: "An update without an expiry, or with an undefined one, leaves the session unchanged",
    harm: "An update without an expiry deletes the session or makes it endless.",
    evidence: "@auth/d1-adapter deletes the session",
    async run(t) {
      const session = await newSession(t)
      const { sessionToken } = session

      await t.adapter.updateSession({ sessionToken })
      await t.adapter.updateSession({ sessionToken, userId: undefined, expires: undefined })

      t.row(await readSession(t, { sessionToken }), session, "the session afterwards")
    },
  },
  {
    id: "session-updates/others-stay-as-they-are",
    title: "An update changes one session and leaves all other sessions unchanged",
    harm: "One active device keeps every other device signed in.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const otherSession = await newSession(t, { userId: id })
      const { sessionToken } = await t.adapter.createSession(t.session(id))

      await t.adapter.updateSession({ sessionToken, expires: t.inDays(60) })

      t.row(await readSession(t, otherSession), otherSession, "the other session")
    },
  },
  {
    id: "session-updates/new-owner-is-the-only-owner",
    also: ["SEC-B6"],
    title: "A moved session belongs to its new user alone, or the move is ignored or refused",
    harm: "The session of a deleted user stays valid, or a deletion signs out another user.",
    fix: "Move the entry in the index of sessions by user together with the session.",
    async run(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const sessions = [t.session(ada.id), t.session(bob.id)]
      for (const session of sessions) {
        await t.adapter.createSession(session)
        const userId = session.userId === ada.id ? bob.id : ada.id
        await t.attempt(() => t.adapter.updateSession({ sessionToken: session.sessionToken, userId }))
      }
      const owners = []
      for (const session of sessions) {
        const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
        t.equal(
          sessionAndUser?.user.id,
          sessionAndUser?.session.userId,
          "the id of the user and the userId of the session",
        )
        t.row(sessionAndUser?.session, { expires: session.expires }, "the expiry of the session")
        owners.push(sessionAndUser?.user.id)
      }

      await t.adapter.deleteUser(ada.id)

      for (const [index, { sessionToken }] of sessions.entries()) {
        const sessionAndUser = await t.adapter.getSessionAndUser(sessionToken)
        if (owners[index] === ada.id) t.isNull(sessionAndUser, "a session of the deleted user")
        else t.row(sessionAndUser?.user, { id: bob.id }, "the user of the other session")
      }
    },
  },
  {
    id: "session-updates/unknown-creates-nothing",
    clause: "SEC-A4",
    also: ["§4 updateSession", "client 1.6.13", "vector 8"],
    title: "Updating a session that does not exist returns nothing and creates no session",
    harm: "A session comes back after its sign-out, or an open tab ends in an error.",
    evidence:
      "@auth/upstash-redis-adapter and @auth/unstorage-adapter read, merge and write back; @auth/prisma-adapter throws",
    fix: "Use an update that only changes existing rows. Return null when it matched none.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = await t.adapter.createSession(t.session(id))
      const { sessionToken } = session
      await t.adapter.deleteSession(sessionToken)

      const answer = await t.adapter.updateSession({ sessionToken, userId: id, expires: t.inDays(60) })

      t.isNothing(answer, "updateSession of a deleted session")
      t.isNull(await t.adapter.getSessionAndUser(sessionToken), "getSessionAndUser afterwards")
    },
  },
])
