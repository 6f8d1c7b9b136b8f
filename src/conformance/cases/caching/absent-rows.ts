import type { OperationName } from "../../../contract/operations.ts"
import type { Case, CaseContext } from "../../case.ts"
import { createWithId } from "../keys/kept-ids.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

const fix = "Do not cache misses, or invalidate them after the write, for every form of the key."
const harm = "A person who was unknown once stays unknown after the sign-up, or a passkey cannot be used."

/** A row that is looked up while it is absent, then stored, deleted, and stored again. */
type Absent = {
  readonly name: string
  readonly lookup: string
  readonly clause: string
  readonly needs: readonly OperationName[]
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
    needs: ["createUser", "deleteUser", "getUserByEmail"],
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
    needs: ["createUser", "linkAccount", "unlinkAccount", "getUserByAccount"],
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
    needs: ["createUser", "linkAccount", "unlinkAccount", "getAccount"],
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
    needs: ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
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
    needs: ["createVerificationToken", "useVerificationToken"],
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
    needs: ["createUser", "createAuthenticator", "getAuthenticator"],
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
    needs: ["createUser", "createAuthenticator", "listAuthenticatorsByUserId"],
    async prepare(t) {
      const { id } = await t.adapter.createUser(t.user())
      return {
        read: async () => (await t.adapter.listAuthenticatorsByUserId(id))[0] ?? null,
        store: () => t.adapter.createAuthenticator(t.authenticator(id)),
      }
    },
  },
]

const afterMisses = ({ name, lookup, clause, needs, prepare }: Absent): Case => ({
  id: `fresh-reads/of-absent-${name}`,
  level: "must",
  clause,
  also: ["SEC-B9"],
  title: `${lookup} finds a row that it missed before, also when the row was deleted in between`,
  harm,
  fix,
  needs,
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

const numericKey = 9_007_199_255

export const absentRowsAreFoundLater: readonly Case[] = [
  ...absentRows.map(afterMisses),
  {
    id: "fresh-reads/of-absent-numeric-ids",
    level: "must",
    clause: "client 1.6.3",
    also: ["SEC-B9", "§4 getAccount", "§4 getUserByAccount"],
    title: "A miss by a number or its text does not hide an account that is then linked with the other one",
    harm,
    fix,
    needs: ["createUser", "linkAccount", "unlinkAccount", "getAccount", "getUserByAccount"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const forms = [numericKey, String(numericKey)]
      const readAll = (provider: string) =>
        Promise.all(
          forms.flatMap((form) => [
            t.attempt(() => t.call("getAccount", form, provider)),
            t.attempt(() => t.call("getUserByAccount", { provider, providerAccountId: form })),
          ]),
        )
      const found = (outcomes: Awaited<ReturnType<typeof readAll>>): boolean[] =>
        outcomes.map((outcome) => outcome.status === "fulfilled" && Boolean(outcome.value))
      for (const providerAccountId of forms) {
        const link = (provider: string) =>
          t.call("linkAccount", { ...t.account(id, { provider }), providerAccountId })
        // An adapter may distinguish a number and its text. It must find the same rows with and without misses.
        const [fresh, missed] = [`vk-${t.unique()}`, `vk-${t.unique()}`]
        await link(fresh)
        const expected = found(await readAll(fresh))

        await readAll(missed)
        await link(missed)
        t.equal(found(await readAll(missed)), expected, "what the lookups find after misses")

        await t.call("unlinkAccount", { provider: missed, providerAccountId })
        t.check(!found(await readAll(missed)).includes(true), "no lookup finds the unlinked account", missed)
        await link(missed)
        t.equal(
          found(await readAll(missed)),
          expected,
          "what the lookups find after the account is linked again",
        )
      }
    },
  },
  {
    id: "fresh-reads/of-absent-ids",
    level: "must",
    clause: "§4 getUser",
    also: ["SEC-B9", "SEC-B6"],
    title: "getUser finds a user whose id it missed before the sign-up and after the deletion",
    harm,
    fix,
    needs: ["createUser", "getUser", "deleteUser"],
    async run(t) {
      const { id } = t.user()
      for (const when of ["before the sign-up", "after the deletion"]) {
        t.isNull(await t.adapter.getUser(id), `getUser ${when}`)
        if (!(await createWithId(t, id))) return
        t.row(await t.adapter.getUser(id), { id }, "getUser after the sign-up")
        await t.adapter.deleteUser(id)
      }
      t.isNull(await t.adapter.getUser(id), "getUser after the last deletion")
    },
  },
]
