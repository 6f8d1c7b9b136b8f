import type { OperationName } from "../../../contract/operations.ts"
import type { Case, CaseContext } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

// One user gives a key up and another user takes it at once. An index or a cache that is cleaned some time after the
// first change must not remove the entry of the second one, so each key is also looked up a moment later. The key is
// read before, to fill a cache.

const laterMs = 60

type TakenKey = {
  readonly name: string
  readonly given: string
  readonly clause: string
  readonly needs: readonly OperationName[]
  /** Lets one user give a key up and another user take it. Returns a check that the key is the other user's. */
  take(t: CaseContext): Promise<() => Promise<void>>
}

const expectAddress = (t: CaseContext, email: string, id: string) => async () => {
  t.row(await t.adapter.getUserByEmail(email), { id, email }, "getUserByEmail of the address")
  t.row(await t.adapter.getUser(id), { id, email }, "getUser of the new holder")
}

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

const ofAddresses = ["createUser", "getUser", "getUserByEmail"] as const
const ofAccounts = ["createUser", "linkAccount", "getUserByAccount", "getAccount"] as const
const ofSessions = ["createUser", "createSession", "getSessionAndUser"] as const

const takenKeys: readonly TakenKey[] = [
  {
    name: "address-of-a-renamed-user",
    given: "An address that one user gave up and another one changed to",
    clause: "SEC-B7",
    needs: [...ofAddresses, "updateUser"],
    async take(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      await expectAddress(t, ada.email, ada.id)()
      await t.adapter.updateUser({ id: ada.id, email: t.email() })
      await t.adapter.updateUser({ id: bob.id, email: ada.email })
      return expectAddress(t, ada.email, bob.id)
    },
  },
  {
    name: "address-of-a-new-user",
    given: "An address that one user gave up and another one signed up with",
    clause: "SEC-B7",
    needs: [...ofAddresses, "updateUser"],
    async take(t) {
      const ada = await t.adapter.createUser(t.user())
      await expectAddress(t, ada.email, ada.id)()
      await t.adapter.updateUser({ id: ada.id, email: t.email() })
      const bob = await t.adapter.createUser(t.user({ email: ada.email }))
      return expectAddress(t, ada.email, bob.id)
    },
  },
  {
    name: "address-of-its-first-user",
    given: "An address that a user gave up and took back",
    clause: "SEC-B7",
    needs: [...ofAddresses, "updateUser"],
    async take(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      await expectAddress(t, email, id)()
      await t.adapter.updateUser({ id, email: t.email() })
      await t.adapter.updateUser({ id, email })
      return expectAddress(t, email, id)
    },
  },
  {
    name: "address-of-a-deleted-user",
    given: "An address of a deleted user that another one signed up with",
    clause: "SEC-B6",
    needs: [...ofAddresses, "deleteUser"],
    async take(t) {
      const ada = await t.adapter.createUser(t.user())
      await expectAddress(t, ada.email, ada.id)()
      await t.adapter.deleteUser(ada.id)
      const bob = await t.adapter.createUser(t.user({ email: ada.email }))
      return expectAddress(t, ada.email, bob.id)
    },
  },
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
    given: "A session token that is stored again after a sign-out",
    clause: "§4 deleteSession",
    needs: [...ofSessions, "deleteSession"],
    async take(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      const first = { ...session, expires: t.inDays(3) }
      await t.adapter.createSession(first)
      await expectSession(t, first)()
      await t.adapter.deleteSession(session.sessionToken)
      await t.adapter.createSession(session)
      return expectSession(t, session)
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

export const takenOverKeys: readonly Case[] = takenKeys.map(({ name, given, clause, needs, take }) => ({
  id: `taken-over/${name}`,
  level: "must",
  clause,
  also: ["SEC-B9"],
  title: `${given} finds its new row at once and a moment later`,
  harm: "A user who just signed up, changed the address or linked an account is unknown a moment later.",
  fix: "Remove the old entry of an index together with the row, or only while it still points to that row.",
  waits: true,
  needs,
  async run(t) {
    const check = await take(t)
    await check()
    await t.wait(laterMs)
    await check()
  },
}))
