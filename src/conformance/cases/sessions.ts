import type { Case } from "../case.ts"

export const sessions: readonly Case[] = [
  {
    id: "sessions/created-is-returned",
    level: "must",
    clause: "§4 createSession",
    also: ["§2 AdapterSession", "client 1.3", "§1.1"],
    title: "createSession returns the session with its token, owner and expiry",
    harm: "The client writes the cookie from this answer: it would hold no token, or the wrong end.",
    needs: ["createUser", "createSession"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)

      t.row(await t.adapter.createSession(session), session, "the created session")
    },
  },
  {
    id: "sessions/found-with-their-user",
    level: "must",
    clause: "§4 getSessionAndUser",
    also: ["§5.2", "§2 AdapterSession"],
    title: "getSessionAndUser returns the session and the whole user by the token",
    harm: "The person is signed in and the application does not know as whom.",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const given = t.user({ emailVerified: t.inDays(-1) })
      const { id } = await t.adapter.createUser(given)
      const session = t.session(id)
      await t.adapter.createSession(session)

      const found = await t.adapter.getSessionAndUser(session.sessionToken)

      t.row(found?.session, session, "the session")
      t.row(found?.user, { ...given, id }, "its user")
    },
  },
  {
    id: "sessions/unknown-token-is-null",
    level: "must",
    clause: "§7.5",
    also: ["§4 getSessionAndUser", "SEC-A1"],
    title: "getSessionAndUser answers null for a token that nobody has",
    harm: "A made-up cookie signs somebody in, or breaks every page.",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      await t.adapter.createSession(t.session(id))

      t.isNull(await t.adapter.getSessionAndUser(t.token()), "getSessionAndUser with an unknown token")
    },
  },
  {
    id: "sessions/stay-apart",
    level: "must",
    clause: "§4 getSessionAndUser",
    also: ["§4 createSession", "SEC-D9"],
    title: "Each of several sessions, of one user and of two, is found with its own user and expiry",
    harm: "A second device signs the first one out, or one person is shown another's pages.",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      const given = [ada, ada, bob].map(({ id }, nth) => t.session(id, { expires: t.inDays(10 + nth) }))
      for (const session of given) await t.adapter.createSession(session)

      for (const session of given) {
        const found = await t.adapter.getSessionAndUser(session.sessionToken)
        t.row(found?.session, session, "the session")
        t.row(found?.user, { id: session.userId }, "its user")
      }
    },
  },
  {
    id: "sessions/show-the-user-of-now",
    level: "must",
    clause: "§4 getSessionAndUser",
    also: ["§4 updateUser"],
    title: "A session shows its user as updated since it began",
    harm: "A withdrawn role or a changed name lasts as long as the session.",
    needs: ["createUser", "createSession", "updateUser", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      const email = t.email()
      await t.adapter.updateUser({ id, name: "Countess", email })

      const found = await t.adapter.getSessionAndUser(sessionToken)
      t.row(found?.user, { id, name: "Countess", email }, "the user of the session")
    },
  },
  {
    id: "sessions/taken-token-is-refused",
    level: "must",
    clause: "SEC-B5",
    also: ["§4 createSession"],
    title: "A session token that is taken is refused, and the session stays its user's",
    harm: "A token that comes up twice hands one person's session to another.",
    fix: "Make the token the primary key and insert only: never replace.",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const mallory = await t.adapter.createUser(t.user())
      const session = t.session(ada.id)
      await t.adapter.createSession(session)

      const again = t.session(mallory.id, { sessionToken: session.sessionToken })
      await t.throws(() => t.adapter.createSession(again), "createSession with a taken token", "conflict")

      const found = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(found?.session, session, "the session")
      t.row(found?.user, { id: ada.id }, "its user")
    },
  },
  {
    id: "sessions/of-nobody-sign-nobody-in",
    level: "must",
    clause: "§4 getSessionAndUser",
    title: "A session of a user who is not there does not resolve",
    harm: "Pages break on a session without a user.",
    needs: ["createSession", "getSessionAndUser"],
    async run(t) {
      const session = t.session(crypto.randomUUID())
      await t.attempt(() => t.adapter.createSession(session))

      t.isNull(await t.adapter.getSessionAndUser(session.sessionToken), "getSessionAndUser")
    },
  },
  {
    id: "sessions/of-nobody-are-refused",
    level: "should",
    clause: "§4 createSession",
    title: "Creating a session for a user who is not there is an error",
    harm: "The client sets a cookie for a session that will never work.",
    evidence: "@auth/neo4j-adapter writes nothing and reports success",
    needs: ["createSession"],
    async run(t) {
      const orphan = t.session(crypto.randomUUID())

      await t.throws(() => t.adapter.createSession(orphan), "createSession for an unknown user", "not_found")
    },
  },
  {
    id: "sessions/deleted-is-gone",
    level: "must",
    clause: "§4 deleteSession",
    also: ["§3 session deleted"],
    title: "A deleted session does not resolve, and what deleteSession returns is the session",
    harm: "Signing out does not sign out.",
    evidence: "@auth/neo4j-adapter returns an object with the text of its query as a key",
    needs: ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      await t.adapter.createSession(session)

      const answer = await t.adapter.deleteSession(session.sessionToken)

      t.rowOrNothing(answer, session, "what deleteSession returned")
      t.isNull(await t.adapter.getSessionAndUser(session.sessionToken), "getSessionAndUser afterwards")
    },
  },
  {
    id: "sessions/deletion-leaves-the-others",
    level: "must",
    clause: "§4 deleteSession",
    title: "Deleting a session leaves the user and the user's other sessions",
    harm: "Signing out on one device signs out on all, or deletes the person.",
    needs: ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const gone = await t.adapter.createSession(t.session(id))
      const kept = await t.adapter.createSession(t.session(id))

      await t.adapter.deleteSession(gone.sessionToken)

      const found = await t.adapter.getSessionAndUser(kept.sessionToken)
      t.row(found?.session, { sessionToken: kept.sessionToken, userId: id }, "the other session")
      t.row(found?.user, { id }, "its user")
    },
  },
  {
    id: "sessions/delete-unknown-is-quiet",
    level: "must",
    clause: "§4 deleteSession",
    also: ["vector 7", "§3 session deleted"],
    title: "Deleting a session that is not there is no error",
    harm: "Signing out in a second tab, or with an old cookie, ends in an error.",
    evidence:
      "@auth/prisma-adapter throws P2025 (nextauthjs/next-auth#4495); @auth/pouchdb-adapter throws; @auth/mongodb-adapter returns {}",
    needs: ["createUser", "createSession", "deleteSession"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      await t.adapter.deleteSession(sessionToken)

      t.isNothing(await t.adapter.deleteSession(sessionToken), "deleteSession the second time")
      t.isNothing(await t.adapter.deleteSession(t.token()), "deleteSession of an unknown token")
    },
  },
]
