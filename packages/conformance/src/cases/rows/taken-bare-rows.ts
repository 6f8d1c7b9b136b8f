import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"
import { bareUsers } from "./bare-users.ts"

const about = {
  level: "must",
  evidence: "A check for a conflict that looks at a field of the row it found, which is empty or zero",
  fix: "Leave conflicts to a unique index, or decide by whether a row was found.",
} as const

export const takenBareRows: readonly Case[] = [
  {
    ...about,
    id: "bare-rows/taken-addresses",
    clause: "SEC-B2",
    also: ["§4 createUser"],
    guarantees: ["unique_emails"],
    title: "The address of a user whose other fields are all absent is taken",
    harm: "Two users have one address, and either of them may be signed in.",
    async run(t) {
      const { id, email } = await t.adapter.createUser({ email: t.email() })
      const other = await t.adapter.createUser(t.user())
      await t.throws(
        () => t.adapter.createUser(t.user({ email })),
        "a second user of the address",
        "conflict",
      )
      await t.throws(() => t.adapter.createUser({ email }), "another user with it alone", "conflict")
      await t.throws(
        () => t.adapter.updateUser({ id: other.id, email }),
        "a change to the address",
        "conflict",
      )
      t.row(await t.adapter.getUserByEmail(email), { id, name: null }, "getUserByEmail afterwards")
    },
  },
  {
    ...about,
    id: "bare-rows/taken-accounts",
    clause: "SEC-B3",
    also: ["§4 linkAccount"],
    guarantees: ["unique_accounts"],
    title: "An account whose optional fields are all absent cannot be linked to another user",
    harm: "An account without tokens can be linked to another user, who is then signed in with it.",
    async run(t) {
      const other = await t.adapter.createUser(t.user())
      for (const { what, id } of await bareUsers(t)) {
        const { provider, providerAccountId, type } = t.account(id)
        const key = { type, provider, providerAccountId }
        await t.adapter.linkAccount({ userId: id, ...key })
        const again = () => t.adapter.linkAccount({ userId: other.id, ...key })
        await t.throws(again, `linking the account of ${what} to another user`, "conflict")
        t.row(await t.adapter.getUserByAccount(accountKey(key)), { id }, `the owner, ${what}`)
      }
    },
  },
  {
    ...about,
    id: "bare-rows/taken-sessions",
    clause: "SEC-B5",
    also: ["§4 createSession"],
    guarantees: ["unique_sessions"],
    title: "The token of a session whose user has no optional fields is taken",
    harm: "A session is replaced by one of another user.",
    async run(t) {
      const other = await t.adapter.createUser(t.user())
      for (const { what, id } of await bareUsers(t)) {
        const session = t.session(id)
        const { sessionToken } = await t.adapter.createSession(session)
        const second = t.session(other.id, { sessionToken })
        await t.throws(() => t.adapter.createSession(second), `a second session of ${what}`, "conflict")
        const found = await t.adapter.getSessionAndUser(sessionToken)
        t.row(found?.session, session, `the session of ${what} afterwards`)
      }
    },
  },
  {
    ...about,
    id: "bare-rows/taken-passkeys",
    clause: "SEC-B4",
    also: ["§4 createAuthenticator"],
    title: "A passkey without transports, with a counter of zero, cannot be registered again",
    harm: "A passkey of one user can be registered by another, who then signs in as that user.",
    async run(t) {
      const other = await t.adapter.createUser(t.user())
      for (const { what, id } of await bareUsers(t)) {
        const { transports: _, ...passkey } = t.authenticator(id, { counter: 0, credentialBackedUp: false })
        await t.adapter.createAuthenticator(passkey)
        for (const userId of [other.id, id])
          await t.throws(
            () => t.adapter.createAuthenticator({ ...passkey, userId, credentialPublicKey: "b3RoZXI=" }),
            `registering the passkey of ${what} again`,
            "conflict",
          )
        t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, `the passkey of ${what}`)
      }
    },
  },
]
