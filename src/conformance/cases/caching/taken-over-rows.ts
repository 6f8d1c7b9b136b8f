import type { Case, CaseContext } from "../../case.ts"
import { accountKey } from "../row-keys.ts"
import { type TakenKey, takenOverCase } from "./taken-over-case.ts"

const expectAccount = (t: CaseContext, account: ReturnType<CaseContext["account"]>) => async () => {
  const { userId, provider, providerAccountId } = account
  t.row(await t.adapter.getUserByAccount(accountKey(account)), { id: userId }, "the owner of the account")
  t.row(await t.adapter.getAccount(providerAccountId, provider), account, "getAccount")
}

const expectSession = (t: CaseContext, session: ReturnType<CaseContext["session"]>) => async () => {
  const found = await t.adapter.getSessionAndUser(session.sessionToken)
  t.row(found?.session, session, "the session")
  t.row(found?.user, { id: session.userId }, "its user")
}

const expectPasskey = (t: CaseContext, passkey: ReturnType<CaseContext["authenticator"]>) => async () => {
  t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "getAuthenticator")
  const listed = await t.adapter.listAuthenticatorsByUserId(passkey.userId)
  t.equal(listed.length, 1, "the length of the list")
}

const ofAccounts = ["createUser", "linkAccount", "getUserByAccount", "getAccount"] as const
const ofSessions = ["createUser", "createSession", "getSessionAndUser"] as const

const takenRows: readonly TakenKey[] = [
  {
    name: "unlinked-account",
    given: "An account that one user unlinked and another one linked",
    clause: "§4 unlinkAccount",
    needs: [...ofAccounts, "unlinkAccount"],
    async take(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const account = t.account(ada.id)
      await t.adapter.linkAccount(account)
      await expectAccount(t, account)()
      await t.adapter.unlinkAccount(accountKey(account))
      const linked = { ...account, userId: bob.id }
      await t.adapter.linkAccount(linked)
      return expectAccount(t, linked)
    },
  },
  {
    name: "account-of-a-deleted-user",
    given: "An account of a deleted user that another one linked",
    clause: "SEC-B6",
    needs: [...ofAccounts, "deleteUser"],
    async take(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const account = t.account(ada.id)
      await t.adapter.linkAccount(account)
      await expectAccount(t, account)()
      await t.adapter.deleteUser(ada.id)
      const linked = { ...account, userId: bob.id }
      await t.adapter.linkAccount(linked)
      return expectAccount(t, linked)
    },
  },
  {
    name: "session-token-after-a-sign-out",
    given: "A session token that is stored for another user after a sign-out",
    clause: "§4 deleteSession",
    needs: [...ofSessions, "deleteSession"],
    async take(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const session = t.session(ada.id)
      await t.adapter.createSession(session)
      await expectSession(t, session)()
      await t.adapter.deleteSession(session.sessionToken)
      const next = { ...session, userId: bob.id, expires: t.inDays(3) }
      await t.adapter.createSession(next)
      return expectSession(t, next)
    },
  },
  {
    name: "session-token-of-a-deleted-user",
    given: "A session token of a deleted user that is stored for another one",
    clause: "SEC-B6",
    needs: [...ofSessions, "deleteUser"],
    async take(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const session = t.session(ada.id)
      await t.adapter.createSession(session)
      await expectSession(t, session)()
      await t.adapter.deleteUser(ada.id)
      const next = { ...session, userId: bob.id }
      await t.adapter.createSession(next)
      return expectSession(t, next)
    },
  },
  {
    name: "passkey-of-a-deleted-user",
    given: "A passkey of a deleted user that another one registered",
    clause: "SEC-F7",
    needs: [
      ...(["createUser", "deleteUser", "createAuthenticator", "getAuthenticator"] as const),
      "listAuthenticatorsByUserId",
    ],
    async take(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const passkey = t.authenticator(ada.id)
      await t.adapter.createAuthenticator(passkey)
      await expectPasskey(t, passkey)()
      await t.adapter.deleteUser(ada.id)
      const next = { ...passkey, userId: bob.id }
      await t.adapter.createAuthenticator(next)
      return expectPasskey(t, next)
    },
  },
]

export const takenOverRows: readonly Case[] = takenRows.map(takenOverCase)
