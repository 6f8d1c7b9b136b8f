import type { CaseContext } from "../../../case.ts"
import { accountKey, tokenKey } from "../../row-keys.ts"

/** Who a row belongs to. */
export type Owner = { readonly id: string; readonly email?: string | null | undefined }

/** One kind of row of a user: how to store a row, and how to check that it is gone. */
export type CascadeRows = {
  readonly id: string
  /** The rows, as a title names them. */
  readonly name: string
  /** Stores a row. The returned function checks that it is gone and that `next` can have its key. */
  store(t: CaseContext, owner: Owner): Promise<(next: Owner) => Promise<void>>
}

const sessions = (id: string, name: string, days: number): CascadeRows => ({
  id,
  name,
  async store(t, owner) {
    const session = t.session(owner.id, { expires: t.inDays(days) })
    const { sessionToken } = session
    await t.attempt(() => t.adapter.createSession(session))
    return async (next) => {
      t.isNull(await t.adapter.getSessionAndUser(sessionToken), "a session of the deleted user")
      await t.adapter.createSession(t.session(next.id, { sessionToken }))
      const found = await t.adapter.getSessionAndUser(sessionToken)
      t.row(found?.user, { id: next.id }, "the user of a new session with the same token")
    }
  },
})

const tokens = (id: string, name: string, days: number): CascadeRows => ({
  id,
  name,
  async store(t, { email }) {
    const token = t.verificationToken({ expires: t.inDays(days), ...(email && { identifier: email }) })
    await t.attempt(() => t.adapter.createVerificationToken(token))
    return async () => {
      const used = await t.adapter.useVerificationToken(tokenKey(token))
      if (email) t.isNull(used, "a verification token of the deleted user")
      // Without an address, the user has no tokens. This one belongs to another person.
      else if (days > 0) t.row(used, token, "a verification token of another address")
    }
  },
})

/** Every kind of row that a user can have. */
export const cascadeRows: readonly CascadeRows[] = [
  sessions("sessions", "sessions", 30),
  sessions("expired-sessions", "sessions that have expired", -1),
  {
    id: "accounts",
    name: "accounts",
    async store(t, owner) {
      const account = t.account(owner.id)
      const key = accountKey(account)
      await t.adapter.linkAccount(account)
      return async (next) => {
        t.isNull(await t.adapter.getUserByAccount(key), "the owner of an account of the deleted user")
        await t.adapter.linkAccount({ ...account, userId: next.id })
        t.row(await t.adapter.getUserByAccount(key), { id: next.id }, "the next owner of the account")
      }
    },
  },
  {
    id: "passkeys",
    name: "passkeys",
    async store(t, owner) {
      const passkey = t.authenticator(owner.id, { counter: 7 })
      const { credentialID } = passkey
      await t.adapter.createAuthenticator(passkey)
      return async (next) => {
        t.isNull(await t.adapter.getAuthenticator(credentialID), "a passkey of the deleted user")
        const again = { ...passkey, userId: next.id, counter: 0 }
        await t.adapter.createAuthenticator(again)
        t.row(await t.adapter.getAuthenticator(credentialID), again, "the passkey of the next user")
      }
    },
  },
  tokens("tokens", "verification tokens", 1),
  tokens("expired-tokens", "verification tokens that have expired", -1),
]
