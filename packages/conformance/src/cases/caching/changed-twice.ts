import type { Case } from "../../case.ts"
import { lateEffectCase, type TwoCalls } from "./late-effect-case.ts"

const changes: readonly TwoCalls[] = [
  {
    name: "user-updated-twice",
    says: "A user who is updated twice in a row",
    clause: "§4 updateUser",
    async make(t) {
      const { id } = await t.adapter.createUser(t.user())
      const last = { name: "Grace", image: null, emailVerified: t.inDays(-1), email: t.email() }
      await t.adapter.updateUser({ id, ...last, name: "Ada", emailVerified: t.inDays(-2), email: t.email() })
      await t.adapter.updateUser({ id, ...last })
      return async () => {
        t.row(await t.adapter.getUser(id), { id, ...last }, "getUser afterwards")
        t.row(await t.adapter.getUserByEmail(last.email), { id, ...last }, "getUserByEmail afterwards")
      }
    },
  },
  {
    name: "session-extended-twice",
    says: "A session that is extended and then shortened",
    clause: "§4 updateSession",
    async make(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      const { sessionToken } = await t.adapter.createSession(session)
      for (const days of [60, 5]) {
        session.expires = t.inDays(days)
        await t.adapter.updateSession({ sessionToken, expires: session.expires })
      }
      return async () =>
        t.row((await t.adapter.getSessionAndUser(sessionToken))?.session, session, "the session afterwards")
    },
  },
  {
    name: "counter-updated-twice",
    says: "A passkey whose counter is updated twice in a row",
    clause: "§4 updateAuthenticatorCounter",
    async make(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(id))
      for (const counter of [3, 8]) await t.adapter.updateAuthenticatorCounter(credentialID, counter)
      return async () =>
        t.row(await t.adapter.getAuthenticator(credentialID), { counter: 8 }, "getAuthenticator afterwards")
    },
  },
]

export const changedTwice: readonly Case[] = changes.map(lateEffectCase)
