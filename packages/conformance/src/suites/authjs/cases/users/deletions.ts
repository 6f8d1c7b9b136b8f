import type { NewCase } from "../../case.ts"
import { tokenKey } from "../row.ts"
import { expectOwner, newToken } from "../stored.ts"

export const deletions: readonly NewCase[] = [
  {
    id: "deletions/user-is-gone",
    clause: "§4 deleteUser",
    title: "A deleted user is found neither by id nor by email address",
    harm: "A person who asked to be deleted can still sign in.",
    evidence:
      "@auth/pouchdb-adapter has an empty deleteUser; @auth/azure-tables-adapter does nothing for a user without a session",
    async run(t) {
      const user = t.user({ emailVerified: t.inDays(-1) })
      const { id, email } = await t.adapter.createUser(user)

      const answer = await t.adapter.deleteUser(id)

      t.isNull(await t.adapter.getUser(id), "getUser of the deleted user")
      t.isNull(await t.adapter.getUserByEmail(email), "getUserByEmail of the deleted user")
      t.rowOrNothing(answer, { ...user, id }, "what deleteUser returned")
    },
  },
  {
    id: "deletions/address-is-free",
    clause: "§4 deleteUser",
    also: ["§4 createUser"],
    title: "A new user can sign up with the address of a deleted user",
    harm: "A person who deleted their user can never sign up again.",
    async run(t) {
      const first = await t.adapter.createUser(t.user())
      await t.adapter.deleteUser(first.id)

      const second = await t.adapter.createUser(t.user({ email: first.email }))

      t.row(await t.adapter.getUserByEmail(first.email), { id: second.id }, "getUserByEmail afterwards")
    },
  },
  {
    id: "deletions/unknown-is-quiet",
    clause: "§4 deleteUser",
    also: ["vector 7"],
    title: "Deleting a user who does not exist returns nothing and does not throw",
    harm: "A deletion that is retried after a lost response fails every time.",
    evidence: "@auth/prisma-adapter throws P2025 (nextauthjs/next-auth#4495)",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      await t.adapter.deleteUser(id)

      t.isNothing(await t.adapter.deleteUser(id), "deleteUser the second time")
    },
  },
  {
    id: "deletions/others-stay",
    clause: "SEC-B6",
    also: ["§4 deleteUser"],
    title: "Deleting one user leaves the rows of other users unchanged",
    harm: "When one user is deleted, another is signed out or deleted too.",
    async run(t) {
      const gone = await t.adapter.createUser(t.user())
      const kept = await t.adapter.createUser(t.user())
      const session = t.session(kept.id)
      const account = t.account(kept.id)
      await t.adapter.createSession(session)
      await t.adapter.linkAccount(account)
      await t.adapter.createSession(t.session(gone.id))
      await t.adapter.linkAccount(t.account(gone.id))

      await t.adapter.deleteUser(gone.id)

      const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(sessionAndUser?.session, session, "the session of the other user")
      t.row(sessionAndUser?.user, { id: kept.id }, "the other user")
      await expectOwner(t, account, kept.id)
    },
  },
  {
    id: "deletions/tokens-go",
    clause: "SEC-B6",
    also: ["vector 15"],
    title: "Deleting a user deletes the verification tokens of their email address",
    harm: "A link in an email that is still on its way signs up a person who asked to be deleted.",
    async run(t) {
      // The client creates the first token before the user.
      const email = t.email()
      const tokens = [t.verificationToken({ identifier: email }), t.verificationToken({ identifier: email })]
      const [first = t.verificationToken(), second = t.verificationToken()] = tokens
      await t.adapter.createVerificationToken(first)
      const { id } = await t.adapter.createUser(t.user({ email }))
      await t.adapter.createVerificationToken(second)

      await t.adapter.deleteUser(id)

      for (const token of tokens)
        t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "a token of the deleted user")
    },
  },
  {
    id: "deletions/tokens-of-a-new-address-go",
    clause: "SEC-B6",
    also: ["vector 15", "SEC-B7"],
    title: "Deleting a user who changed their address deletes the verification tokens of the new address",
    harm: "A link in an email that is still on its way signs up a person who asked to be deleted.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const email = t.email()
      const token = await newToken(t, { identifier: email })
      await t.adapter.updateUser({ id, email })

      await t.adapter.deleteUser(id)

      t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "a token of the deleted user")
    },
  },
]
