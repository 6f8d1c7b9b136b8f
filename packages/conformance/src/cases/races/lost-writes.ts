import type { Case } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

const many = 12

export const lostWrites: readonly Case[] = [
  {
    id: "lost-writes/fields-of-a-user",
    level: "must",
    clause: "SEC-A5",
    also: ["SEC-B9", "§4 updateUser"],
    title: "Concurrent updates of different fields of one user are all stored",
    harm: "A verified address becomes unverified because the name was changed at the same moment.",
    evidence:
      "@auth/pg-adapter, @auth/d1-adapter and @auth/unstorage-adapter read the user and write back every field",
    fix: "Write only the given fields, without reading the row first.",
    run: (t) =>
      t.rounds(5, async (round) => {
        const { id } = await t.adapter.createUser(t.user())
        const changes = { name: `Ada ${round}`, emailVerified: t.inDays(-1), image: null, email: t.email() }

        await t.race(
          Object.entries(changes).map(
            ([field, value]) =>
              () =>
                t.adapter.updateUser({ id, [field]: value }),
          ),
        )

        t.row(await t.adapter.getUser(id), { id, ...changes }, "getUser afterwards")
      }),
  },
  {
    id: "lost-writes/users",
    level: "must",
    clause: "§4 createUser",
    also: ["SEC-B9"],
    title: "Users who sign up at the same time are all found",
    harm: "Under load, sign-ups fail or are lost.",
    evidence:
      "@auth/neo4j-adapter shares one driver session; @auth/sequelize-adapter fails when its first calls are concurrent",
    async run(t) {
      const given = times(many, () => t.user())

      const created = await Promise.all(given.map((user) => t.adapter.createUser(user)))

      for (const [nth, { id }] of created.entries()) {
        t.row(await t.adapter.getUser(id), { ...given[nth], id }, "getUser")
        t.row(await t.adapter.getUserByEmail(given[nth]?.email ?? ""), { id }, "getUserByEmail")
      }
    },
  },
  {
    id: "lost-writes/sessions-of-a-user",
    level: "must",
    clause: "§4 createSession",
    also: ["SEC-B9", "SEC-B6"],
    title: "Concurrently created sessions of one user are all found, and are all deleted with the user",
    harm: "A session that is missing from a list can no longer be revoked.",
    fix: "Do not store a list of sessions that is read, changed and written back.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const sessions = times(many, () => t.session(id))

      await Promise.all(sessions.map((session) => t.adapter.createSession(session)))
      for (const session of sessions)
        t.row((await t.adapter.getSessionAndUser(session.sessionToken))?.session, session, "a session")

      await t.adapter.deleteUser(id)
      for (const { sessionToken } of sessions)
        t.isNull(await t.adapter.getSessionAndUser(sessionToken), "a session of the deleted user")
    },
  },
  {
    id: "lost-writes/accounts-of-a-user",
    level: "must",
    clause: "§4 linkAccount",
    also: ["SEC-B9"],
    title: "Accounts that are linked to one user concurrently are all found",
    harm: "A sign-in method is lost without an error.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const accounts = times(many, () => t.account(id))

      await Promise.all(accounts.map((account) => t.adapter.linkAccount(account)))

      for (const account of accounts)
        t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the owner of an account")
    },
  },
  {
    id: "lost-writes/passkeys-of-a-user",
    level: "must",
    clause: "§4 createAuthenticator",
    also: ["SEC-B9", "§4 listAuthenticatorsByUserId"],
    title: "Passkeys that one user registers concurrently are all listed",
    harm: "A passkey works but cannot be seen or removed.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const ids = times(many, () => t.authenticator(id).credentialID).sort()

      await Promise.all(
        ids.map((credentialID) => t.adapter.createAuthenticator(t.authenticator(id, { credentialID }))),
      )

      const listed = await t.adapter.listAuthenticatorsByUserId(id)
      t.equal(listed.map(({ credentialID }) => credentialID).sort(), ids, "the ids in the list")
    },
  },
  {
    id: "lost-writes/tokens-of-an-address",
    level: "must",
    clause: "§4 createVerificationToken",
    also: ["SEC-B9", "SEC-E4"],
    title: "Tokens that are created and used concurrently for one address each work once",
    harm: "The link in an email that was just sent does not work.",
    async run(t) {
      const identifier = t.email()
      const tokens = times(many, () => t.verificationToken({ identifier }))
      await Promise.all(tokens.map((token) => t.adapter.createVerificationToken(token)))

      const used = await Promise.all(tokens.map((token) => t.adapter.useVerificationToken(tokenKey(token))))

      for (const [nth, token] of tokens.entries()) t.row(used[nth], token, "a used token")
      for (const token of tokens)
        t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "the same token again")
    },
  },
]
