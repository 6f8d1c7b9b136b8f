import type { OperationName } from "mortise"
import type { Case, CaseContext } from "../../case.ts"
import { accountKey } from "../row-keys.ts"
import { type TakenKey, takenOverCase } from "./taken-over-case.ts"

type OwnedRow = { readonly userId: string }

/** Rows of one model: how a test makes, stores and finds them. */
type Kind<Row extends OwnedRow> = {
  make(t: CaseContext, userId: string): Row
  store(t: CaseContext, row: Row): Promise<unknown>
  expectStored(t: CaseContext, row: Row): Promise<void>
}

type Release<Row> = Pick<TakenKey, "name" | "given" | "clause"> & {
  readonly operation: OperationName
  /** Lets the first user give the key of the row up. */
  release(t: CaseContext, row: Row): Promise<unknown>
}

const accounts: Kind<ReturnType<CaseContext["account"]>> = {
  make: (t, userId) => t.account(userId),
  store: (t, account) => t.adapter.linkAccount(account),
  async expectStored(t, account) {
    const { userId, provider, providerAccountId } = account
    t.row(await t.adapter.getUserByAccount(accountKey(account)), { id: userId }, "the owner of the account")
    t.row(await t.adapter.getAccount(providerAccountId, provider), account, "getAccount")
  },
}

const sessions: Kind<ReturnType<CaseContext["session"]>> = {
  make: (t, userId) => t.session(userId),
  store: (t, session) => t.adapter.createSession(session),
  async expectStored(t, session) {
    const found = await t.adapter.getSessionAndUser(session.sessionToken)
    t.row(found?.session, session, "the session")
    t.row(found?.user, { id: session.userId }, "its user")
  },
}

const passkeys: Kind<ReturnType<CaseContext["authenticator"]>> = {
  make: (t, userId) => t.authenticator(userId),
  store: (t, passkey) => t.adapter.createAuthenticator(passkey),
  async expectStored(t, passkey) {
    t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "getAuthenticator")
    const listed = await t.adapter.listAuthenticatorsByUserId(passkey.userId)
    t.equal(listed.length, 1, "the length of the list")
  },
}

const handedOver = <Row extends OwnedRow>(
  { make, store, expectStored }: Kind<Row>,
  { operation, release, ...about }: Release<Row>,
): Case =>
  takenOverCase({
    ...about,
    async take(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const row = make(t, ada.id)
      await store(t, row)
      await expectStored(t, row)
      await release(t, row)
      const next = { ...row, userId: bob.id }
      await store(t, next)
      return () => expectStored(t, next)
    },
  })

const deletedUser = (name: string, given: string, clause: string) => ({
  ...{ name: `${name}-of-a-deleted-user`, given, clause },
  operation: "deleteUser" as const,
  release: (t: CaseContext, { userId }: OwnedRow) => t.adapter.deleteUser(userId),
})

export const takenOverRows: readonly Case[] = [
  handedOver(accounts, {
    name: "unlinked-account",
    given: "An account that one user unlinked and another one linked",
    clause: "§4 unlinkAccount",
    operation: "unlinkAccount",
    release: (t, account) => t.adapter.unlinkAccount(accountKey(account)),
  }),
  handedOver(
    accounts,
    deletedUser("account", "An account of a deleted user that another one linked", "SEC-B6"),
  ),
  handedOver(sessions, {
    name: "session-token-after-a-sign-out",
    given: "A session token that is stored for another user after a sign-out",
    clause: "§4 deleteSession",
    operation: "deleteSession",
    release: (t, { sessionToken }) => t.adapter.deleteSession(sessionToken),
  }),
  handedOver(
    sessions,
    deletedUser(
      "session-token",
      "A session token of a deleted user that is stored for another one",
      "SEC-B6",
    ),
  ),
  handedOver(
    passkeys,
    deletedUser("passkey", "A passkey of a deleted user that another one registered", "SEC-F7"),
  ),
]
