import type { Case, CaseContext } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { lateEffectCase, type TwoCalls } from "./late-effect-case.ts"

const noSession = (t: CaseContext, token: string) => async () =>
  t.isNull(await t.adapter.getSessionAndUser(token), "getSessionAndUser afterwards")

const deletions: readonly TwoCalls[] = [
  {
    name: "session-deleted-after-its-creation",
    says: "A session that is deleted right after it was created",
    clause: "§4 deleteSession",
    async make(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      await t.adapter.deleteSession(sessionToken)
      return noSession(t, sessionToken)
    },
  },
  {
    name: "session-deleted-after-its-extension",
    says: "A session that is deleted right after it was extended",
    clause: "SEC-B8",
    async make(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      await t.adapter.updateSession({ sessionToken, expires: t.inDays(60) })
      await t.adapter.deleteSession(sessionToken)
      return noSession(t, sessionToken)
    },
  },
  {
    name: "session-of-a-user-deleted-after-the-sign-in",
    says: "A session that was created right before its user is deleted",
    clause: "SEC-B6",
    async make(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      await t.adapter.updateSession({ sessionToken, expires: t.inDays(60) })
      await t.adapter.deleteUser(id)
      return noSession(t, sessionToken)
    },
  },
  {
    name: "account-unlinked-after-the-linking",
    says: "An account that is unlinked right after it was linked",
    clause: "§4 unlinkAccount",
    async make(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      await t.adapter.unlinkAccount(accountKey(account))
      return async () => {
        t.isNull(await t.adapter.getUserByAccount(accountKey(account)), "getUserByAccount afterwards")
        t.isNull(
          await t.adapter.getAccount(account.providerAccountId, account.provider),
          "getAccount afterwards",
        )
      }
    },
  },
  {
    name: "user-deleted-after-an-update",
    says: "A user who is deleted right after an update",
    clause: "SEC-B6",
    async make(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const next = t.email()
      await t.adapter.updateUser({ id, name: "Ghost", email: next })
      await t.adapter.deleteUser(id)
      return async () => {
        t.isNull(await t.adapter.getUser(id), "getUser afterwards")
        for (const address of [email, next])
          t.isNull(await t.adapter.getUserByEmail(address), "getUserByEmail afterwards")
      }
    },
  },
  {
    name: "passkey-of-a-user-deleted-after-its-use",
    says: "A passkey whose counter was updated right before its user is deleted",
    clause: "SEC-F7",
    async make(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(id))
      await t.adapter.updateAuthenticatorCounter(credentialID, 3)
      await t.adapter.deleteUser(id)
      return async () => {
        t.isNull(await t.adapter.getAuthenticator(credentialID), "getAuthenticator afterwards")
        t.equal(await t.adapter.listAuthenticatorsByUserId(id), [], "the list of the deleted user")
      }
    },
  },
  {
    name: "token-used-after-its-creation",
    says: "A token that is used right after it was created",
    clause: "SEC-E2",
    async make(t) {
      const token = t.verificationToken()
      await t.adapter.createVerificationToken(token)
      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the first use")
      return async () => t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "the second use")
    },
  },
]

export const deletedRightAway: readonly Case[] = deletions.map(lateEffectCase)
