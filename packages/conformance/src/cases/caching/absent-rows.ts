import type { Case, CaseContext } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

/** What a remembered miss does, and how to fix it. */
export const missHarm =
  "A person who was unknown once stays unknown after the sign-up, or a passkey cannot be used."
export const missFix = "Do not cache misses, or invalidate them after the write, for every form of the key."

/** A row that is looked up while it is absent, then stored, deleted, and stored again. */
type Absent = {
  readonly name: string
  readonly lookup: string
  readonly clause: string
  prepare(t: CaseContext): Promise<{
    read(): Promise<unknown>
    store(): Promise<unknown>
    remove?(): Promise<unknown>
  }>
}

const absentRows: readonly Absent[] = [
  {
    name: "addresses",
    lookup: "getUserByEmail",
    clause: "§4 getUserByEmail",
    async prepare(t) {
      const given = t.user()
      let id = ""
      return {
        read: () => t.adapter.getUserByEmail(given.email),
        async store() {
          id = (await t.adapter.createUser(given)).id
        },
        remove: () => t.adapter.deleteUser(id),
      }
    },
  },
  {
    name: "owners",
    lookup: "getUserByAccount",
    clause: "§4 getUserByAccount",
    async prepare(t) {
      const account = t.account((await t.adapter.createUser(t.user())).id)
      return {
        read: () => t.adapter.getUserByAccount(accountKey(account)),
        store: () => t.adapter.linkAccount(account),
        remove: () => t.adapter.unlinkAccount(accountKey(account)),
      }
    },
  },
  {
    name: "accounts",
    lookup: "getAccount",
    clause: "§4 getAccount",
    async prepare(t) {
      const account = t.account((await t.adapter.createUser(t.user())).id)
      return {
        read: () => t.adapter.getAccount(account.providerAccountId, account.provider),
        store: () => t.adapter.linkAccount(account),
        remove: () => t.adapter.unlinkAccount(accountKey(account)),
      }
    },
  },
  {
    name: "sessions",
    lookup: "getSessionAndUser",
    clause: "§4 getSessionAndUser",
    async prepare(t) {
      const session = t.session((await t.adapter.createUser(t.user())).id)
      return {
        read: () => t.adapter.getSessionAndUser(session.sessionToken),
        store: () => t.adapter.createSession(session),
        remove: () => t.adapter.deleteSession(session.sessionToken),
      }
    },
  },
  {
    name: "tokens",
    lookup: "useVerificationToken",
    clause: "§4 useVerificationToken",
    async prepare(t) {
      const token = t.verificationToken()
      return {
        read: () => t.adapter.useVerificationToken(tokenKey(token)),
        store: () => t.adapter.createVerificationToken(token),
        // The lookup of a token removes it.
        remove: async () => null,
      }
    },
  },
  {
    name: "passkeys",
    lookup: "getAuthenticator",
    clause: "§4 getAuthenticator",
    async prepare(t) {
      const passkey = t.authenticator((await t.adapter.createUser(t.user())).id)
      return {
        read: () => t.adapter.getAuthenticator(passkey.credentialID),
        store: () => t.adapter.createAuthenticator(passkey),
      }
    },
  },
  {
    name: "lists",
    lookup: "listAuthenticatorsByUserId",
    clause: "§4 listAuthenticatorsByUserId",
    async prepare(t) {
      const { id } = await t.adapter.createUser(t.user())
      return {
        read: async () => (await t.adapter.listAuthenticatorsByUserId(id))[0] ?? null,
        store: () => t.adapter.createAuthenticator(t.authenticator(id)),
      }
    },
  },
]

const afterMisses = ({ name, lookup, clause, prepare }: Absent): Case => ({
  id: `fresh-reads/of-absent-${name}`,
  level: "must",
  clause,
  also: ["SEC-B9"],
  title: `${lookup} finds a row that it missed before, also when the row was deleted in between`,
  harm: missHarm,
  fix: missFix,
  async run(t) {
    const { read, store, remove } = await prepare(t)
    for (const when of ["before", "after the deletion"]) {
      t.isNothing(await read(), `${lookup} ${when}`)
      t.isNothing(await read(), `${lookup} ${when}, again`)
      await store()
      const found = await read()
      t.check(typeof found === "object" && found !== null, `${lookup} after the creation: a row`, found)
      if (!remove) return
      await remove()
    }
    t.isNothing(await read(), `${lookup} after the last deletion`)
  },
})

export const absentRowsAreFoundLater: readonly Case[] = absentRows.map(afterMisses)
