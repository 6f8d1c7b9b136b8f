import type { NewCase } from "../../case.ts"
import { accountKey, tokenKey } from "../row.ts"
import { expectOwner, newToken } from "../stored.ts"

const fix = "Delete the rows and index entries that the user has now, not those that the user once had."

/** Keys that a user gave up belong to their next owner, even when the former owner is deleted. */
export const formerKeys: readonly NewCase[] = [
  {
    id: "former-keys/of-addresses",
    clause: "SEC-B6",
    also: ["SEC-B7", "§4 deleteUser"],
    title: "Deleting a user leaves the next user of a former address, with the tokens of that address",
    harm: "The deletion of one person locks out another.",
    evidence: "A key-value store whose index of addresses lists every address of a user",
    fix,
    async run(t) {
      const former = await t.adapter.createUser(t.user())
      await t.adapter.updateUser({ id: former.id, email: t.email() })
      await t.adapter.updateUser({ id: former.id, email: t.email() })
      const user = t.user({ email: former.email })
      const { id } = await t.adapter.createUser(user)
      const token = await newToken(t, { identifier: former.email })

      await t.adapter.deleteUser(former.id)

      t.row(await t.adapter.getUserByEmail(former.email), { ...user, id }, "the user of the address")
      t.row(await t.adapter.getUser(id), { ...user, id }, "the same user by id")
      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "a token of the address")
    },
  },
  {
    id: "former-keys/of-accounts-and-sessions",
    clause: "SEC-B6",
    also: ["§4 deleteUser", "§4 linkAccount"],
    title: "Deleting a user leaves a former account and a former session token with their next owner",
    harm: "The deletion of one person removes the sign-in method of another.",
    evidence: "A key-value store whose list of accounts keeps those that were unlinked",
    fix,
    async run(t) {
      const former = await t.adapter.createUser(t.user())
      const next = await t.adapter.createUser(t.user())
      const account = t.account(former.id)
      const session = t.session(former.id)
      await t.adapter.linkAccount(account)
      await t.adapter.createSession(session)
      await t.adapter.unlinkAccount(accountKey(account))
      await t.adapter.deleteSession(session.sessionToken)
      await t.adapter.linkAccount({ ...account, userId: next.id })
      await t.adapter.createSession({ ...session, userId: next.id })

      await t.adapter.deleteUser(former.id)

      await expectOwner(t, account, next.id)
      const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(sessionAndUser?.user, { id: next.id }, "the user of the session")
    },
  },
]
