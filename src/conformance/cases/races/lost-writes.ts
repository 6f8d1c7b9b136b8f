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
    title: "Updates of different fields of one user at the same time are all kept",
    harm: "A verified address is unverified again because somebody changed a name in that moment.",
    evidence:
      "@auth/pg-adapter, @auth/d1-adapter and @auth/unstorage-adapter read the user and write all of it back",
    fix: "Write the given fields only; do not read first.",
    needs: ["createUser", "updateUser", "getUser"],
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
    title: "Many people sign up at the same time, and each is found",
    harm: "In a busy minute sign-ups fail or are lost.",
    evidence:
      "@auth/neo4j-adapter has one driver session for all; @auth/sequelize-adapter fails when first used in parallel",
    needs: ["createUser", "getUser", "getUserByEmail"],
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
    title: "Sessions created at the same time for one user are all found, and all go with the user",
    harm: "A session that is missing from a list cannot be ended any more.",
    fix: "Do not keep a list of sessions that is read, changed and written back.",
    needs: ["createUser", "createSession", "getSessionAndUser", "deleteUser"],
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
    title: "Accounts linked at the same time to one user are all found",
    harm: "A way to sign in is lost, without an error.",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
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
    title: "Passkeys registered at the same time by one user are all listed",
    harm: "A passkey works but cannot be seen or removed.",
    needs: ["createUser", "createAuthenticator", "listAuthenticatorsByUserId"],
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
    title: "Tokens created and used at the same time for one address each work once",
    harm: "A mail that was just sent does not work.",
    needs: ["createVerificationToken", "useVerificationToken"],
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
