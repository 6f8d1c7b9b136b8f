import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

export const truncatedKeys: readonly Case[] = [
  {
    id: "cut-keys/session-tokens",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-D13"],
    title: "Two long tokens with the same beginning are two sessions, if they are accepted",
    harm: "When tokens are truncated, one user's token opens the session of another.",
    async run(t) {
      const start = t.token().padEnd(1000, "s")
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const given = [
        t.session(ada.id, { sessionToken: `${start}a` }),
        t.session(bob.id, { sessionToken: `${start}b` }),
      ]

      const outcomes = []
      for (const session of given) outcomes.push(await t.attempt(() => t.adapter.createSession(session)))

      t.isNull(await t.adapter.getSessionAndUser(start), "getSessionAndUser with the start alone")
      for (const [nth, session] of given.entries()) {
        const outcome = outcomes[nth]
        if (outcome?.status === "fulfilled") {
          t.row(outcome.value, session, "the created session")
          const found = await t.adapter.getSessionAndUser(session.sessionToken)
          t.row(found?.user, { id: session.userId }, "the user of a long token")
        }
      }
    },
  },
  {
    id: "cut-keys/account-ids",
    level: "must",
    clause: "SEC-J7",
    also: ["SEC-C1"],
    title: "Two long account ids with the same beginning are two accounts, if they are accepted",
    harm: "When ids are truncated, one user's account signs in another user.",
    async run(t) {
      for (const length of [200, 300, 2000]) {
        const start = t.unique().padEnd(length, "s")
        for (const end of ["a", "b"]) {
          const { id } = await t.adapter.createUser(t.user())
          const account = t.account(id, { providerAccountId: start + end })
          const key = accountKey(account)
          t.isNull(await t.adapter.getUserByAccount(key), `an id of ${length + 1} letters, not yet linked`)

          const linked = await t.attempt(() => t.adapter.linkAccount(account))

          if (linked.status === "fulfilled")
            t.row(
              await t.adapter.getUserByAccount(key),
              { id },
              `the owner of an id of ${length + 1} letters`,
            )
        }
      }
    },
  },
  {
    id: "cut-keys/passkey-ids",
    level: "must",
    clause: "SEC-F5",
    also: ["SEC-J7"],
    title: "Two long passkey ids with the same beginning are two passkeys, if they are accepted",
    harm: "When ids are truncated, one user's passkey signs in another user.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const length of [200, 300, 2000]) {
        const start = t.unique().padEnd(length, "s")
        for (const end of ["a", "b"]) {
          const passkey = t.authenticator(id, { credentialID: start + end })
          t.isNull(await t.adapter.getAuthenticator(start + end), "a passkey that is not registered yet")

          const created = await t.attempt(() => t.adapter.createAuthenticator(passkey))

          if (created.status === "fulfilled")
            t.row(await t.adapter.getAuthenticator(start + end), passkey, `an id of ${length + 1} letters`)
        }
      }
    },
  },
]
