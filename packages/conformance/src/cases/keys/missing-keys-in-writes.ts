import type { Case, CaseContext } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

// An ORM that leaves out conditions whose value is undefined changes or deletes every row of the table. Only the rows
// are checked: an adapter may refuse such a call or ignore it.

const nothing = [undefined, null, ""]

const fix = "Refuse a missing key, or return nothing, before querying."

/** Two users, so that one of them is not the first row of a table. */
async function storeTwo<T>(t: CaseContext, store: (userId: string) => Promise<T>): Promise<T[]> {
  const users = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
  return Promise.all(users.map(({ id }) => store(id)))
}

export const missingKeysInWrites: readonly Case[] = [
  {
    id: "input/writes-without-a-key",
    level: "must",
    clause: "SEC-J2",
    also: ["§4 deleteUser", "§4 unlinkAccount", "§4 deleteSession"],
    title: "A change or a deletion whose key, or a part of it, is undefined, null or empty changes no row",
    harm: "One request without a key deletes, renames or signs out every user.",
    evidence: "Prisma's deleteMany deletes every row if the value of its only condition is undefined",
    fix,
    // An adapter without this property would also delete the rows of other cases.
    alone: true,
    async run(t) {
      const people = await storeTwo(t, async (id) => {
        const [account, session] = [t.account(id), t.session(id)]
        await t.adapter.linkAccount(account)
        await t.adapter.createSession(session)
        return { id, account, session }
      })
      const [provider, providerAccountId] = ["github", people[1]?.account.providerAccountId]

      for (const key of nothing)
        for (const [operation, argument] of [
          ["updateUser", { id: key, name: "Eve" }],
          ["deleteUser", key],
          ["updateSession", { sessionToken: key, expires: t.inDays(90) }],
          ["deleteSession", key],
          ["unlinkAccount", { provider, providerAccountId: key }],
          ["unlinkAccount", { provider: key, providerAccountId }],
          ["unlinkAccount", { provider: key, providerAccountId: key }],
        ] as const)
          await t.attempt(() => t.call(operation, argument))
      for (const operation of ["updateUser", "updateSession", "unlinkAccount"] as const)
        await t.attempt(() => t.call(operation, {}))

      for (const { id, account, session } of people) {
        t.row(await t.adapter.getUser(id), { id, name: "Ada Lovelace" }, "a user afterwards")
        t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the owner of an account")
        const found = await t.adapter.getSessionAndUser(session.sessionToken)
        t.row(found?.session, session, "a session afterwards")
      }
    },
  },
  {
    id: "input/accounts-without-a-key",
    level: "must",
    clause: "SEC-J2",
    also: ["§4 getAccount", "§7.4"],
    title: "getAccount without a provider or without an id finds no account",
    harm: "The tokens of another person are used at the provider.",
    fix,
    async run(t) {
      const [, account] = await storeTwo(t, async (id) => {
        const linked = t.account(id)
        await t.adapter.linkAccount(linked)
        return linked
      })
      for (const key of nothing) {
        await t.findsNothing(() => t.call("getAccount", key, account?.provider), "getAccount without an id")
        const withoutProvider = () => t.call("getAccount", account?.providerAccountId, key)
        await t.findsNothing(withoutProvider, "getAccount without a provider")
        await t.findsNothing(() => t.call("getAccount", key, key), "getAccount without a key")
      }
    },
  },
  {
    id: "input/passkeys-without-a-key",
    level: "must",
    clause: "SEC-J2",
    also: ["§4 updateAuthenticatorCounter", "§4 listAuthenticatorsByUserId", "§7.3"],
    title: "A passkey operation whose key is undefined, null or empty finds, lists and changes no passkey",
    harm: "A request without a passkey signs in another person, or changes every counter.",
    fix,
    alone: true,
    async run(t) {
      const passkeys = await storeTwo(t, async (id) => {
        const passkey = t.authenticator(id)
        await t.adapter.createAuthenticator(passkey)
        return passkey
      })

      for (const key of nothing) {
        await t.findsNothing(() => t.call("getAuthenticator", key), "getAuthenticator without an id")
        const listed = await t.attempt(() => t.call("listAuthenticatorsByUserId", key))
        if (listed.status === "fulfilled") t.equal(listed.value ?? [], [], "the list without a user id")
        await t.attempt(() => t.call("updateAuthenticatorCounter", key, 9))
      }

      for (const passkey of passkeys)
        t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "a passkey afterwards")
    },
  },
]
