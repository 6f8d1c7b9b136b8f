import type { NewCase } from "../../case.ts"
import { expectSession, newSession } from "../stored.ts"

export const sessions: readonly NewCase[] = [
  {
    id: "sessions/created-is-returned",
    clause: "§4 createSession",
    also: ["§2 AdapterSession", "client 1.3", "§1.1"],
    title: "createSession returns the session with its token, user id and expiry",
    harm: "The client writes the cookie from this result. Without these fields the cookie has no token or a wrong expiry.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)

      t.row(await t.adapter.createSession(session), session, "the created session")
    },
  },
  {
    id: "sessions/found-with-their-user",
    clause: "§4 getSessionAndUser",
    also: ["§5.2", "§2 AdapterSession"],
    title: "getSessionAndUser returns the session and the whole user for a session token",
    harm: "The user is signed in, but the application does not know who the user is.",
    async run(t) {
      const user = t.user({ emailVerified: t.inDays(-1) })
      const { id } = await t.adapter.createUser(user)
      const session = await newSession(t, { userId: id })

      await expectSession(t, session, { ...user, id })
    },
  },
  {
    id: "sessions/unknown-token-is-null",
    clause: "§7.5",
    also: ["§4 getSessionAndUser", "SEC-A1"],
    title: "getSessionAndUser returns null for a token that does not exist",
    harm: "A made-up cookie signs in a user, or breaks every page.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      await t.adapter.createSession(t.session(id))

      t.isNull(await t.adapter.getSessionAndUser(t.token()), "getSessionAndUser with an unknown token")
    },
  },
  {
    id: "sessions/stay-apart",
    clause: "§4 getSessionAndUser",
    also: ["§4 createSession", "SEC-D9"],
    title: "Several sessions, of one user or of two, are each found with their own user and expiry",
    harm: "A second device signs out the first, or one user sees the pages of another.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      const newSessions = [ada, ada, bob].map(({ id }, index) =>
        t.session(id, { expires: t.inDays(10 + index) }),
      )
      for (const session of newSessions) await t.adapter.createSession(session)

      for (const session of newSessions) {
        await expectSession(t, session, { id: session.userId })
      }
    },
  },
  {
    id: "sessions/show-the-user-of-now",
    clause: "§4 getSessionAndUser",
    also: ["§4 updateUser"],
    title:
      "A session returns the current fields of its user, including changes since the session was created",
    harm: "A revoked role or an old name stays in effect as long as the session lives.",
    async run(t) {
      const { sessionToken, userId: id } = await newSession(t)
      const email = t.email()
      await t.adapter.updateUser({ id, name: "Countess", email })

      const sessionAndUser = await t.adapter.getSessionAndUser(sessionToken)
      t.row(sessionAndUser?.user, { id, name: "Countess", email }, "the user of the session")
    },
  },
  {
    id: "sessions/taken-token-is-refused",
    clause: "SEC-B5",
    also: ["§4 createSession"],
    guarantees: ["unique_sessions"],
    title: "A second session with an existing token is refused, and the first session keeps its user",
    harm: "If a token occurs twice, one user receives the session of another.",
    fix: "Make the token the primary key. Only insert, never replace.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const mallory = await t.adapter.createUser(t.user())
      const session = await newSession(t, { userId: ada.id })

      const again = t.session(mallory.id, { sessionToken: session.sessionToken })
      await t.throws(() => t.adapter.createSession(again), "createSession with a taken token", "conflict")

      await expectSession(t, session, { id: ada.id })
    },
  },
]
