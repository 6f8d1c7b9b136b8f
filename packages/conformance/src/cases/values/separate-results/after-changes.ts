import type { Case, CaseContext } from "../../../case.ts"
import { flatList, flatPair } from "../../lookups.ts"
import { accountKey } from "../../row-keys.ts"
import { overwrite, shares } from "./result-objects.ts"

// A cache is often filled by a write, and serves rows that a lookup would have copied. Here every lookup follows every
// kind of write.

/** A user with a row of every kind. A change writes to the store and to these rows alike. */
type Person = Awaited<ReturnType<typeof createPerson>>

async function createPerson(t: CaseContext) {
  const given = t.user({ emailVerified: t.inDays(-3) })
  const user = { ...given, id: (await t.adapter.createUser({ ...given })).id }
  const [account, session, passkey] = [t.account(user.id), t.session(user.id), t.authenticator(user.id)]
  await t.adapter.linkAccount({ ...account })
  await t.adapter.createSession({ ...session })
  await t.adapter.createAuthenticator({ ...passkey })
  return { user, account, session, passkey }
}

type Read = readonly [
  operation: string,
  expected: object,
  read: () => Promise<unknown>,
  flat?: (result: never) => object | null,
]

const readsOf = (t: CaseContext, { user, account, session, passkey }: Person): readonly Read[] => {
  const { id, email, name } = user
  const { provider, providerAccountId } = account
  return [
    ["getUser", user, () => t.adapter.getUser(id)],
    ["getUserByEmail", user, () => t.adapter.getUserByEmail(email)],
    ["getUserByAccount", user, () => t.adapter.getUserByAccount(accountKey(account))],
    ["getAccount", account, () => t.adapter.getAccount(providerAccountId, provider)],
    [
      "getSessionAndUser",
      { ...session, id, email, name },
      () => t.adapter.getSessionAndUser(session.sessionToken),
      flatPair,
    ],
    ["getAuthenticator", passkey, () => t.adapter.getAuthenticator(passkey.credentialID)],
    [
      "listAuthenticatorsByUserId",
      flatList([passkey]),
      () => t.adapter.listAuthenticatorsByUserId(id),
      flatList,
    ],
  ]
}

type Change = {
  readonly id: string
  /** The change, as the title names it. */
  readonly name: string
  make(t: CaseContext, person: Person): Promise<unknown>
}

const changes: readonly Change[] = [
  {
    id: "update",
    name: "the user was updated",
    async make(t, { user }) {
      Object.assign(user, { name: t.unique(), emailVerified: t.inDays(-1) })
      const { id, name, emailVerified } = user
      await t.adapter.updateUser({ id, name, emailVerified: emailVerified && new Date(emailVerified) })
    },
  },
  {
    id: "change-of-address",
    name: "the address was changed",
    async make(t, { user }) {
      user.email = t.email()
      await t.adapter.updateUser({ id: user.id, email: user.email })
    },
  },
  {
    id: "extension",
    name: "the session was extended",
    async make(t, { session }) {
      session.expires = t.inDays(50)
      await t.adapter.updateSession({ ...session, expires: new Date(session.expires) })
    },
  },
  {
    id: "new-sign-in",
    name: "the user signed out and in again",
    async make(t, { session }) {
      await t.adapter.deleteSession(session.sessionToken)
      session.sessionToken = t.token()
      await t.adapter.createSession({ ...session, expires: new Date(session.expires) })
    },
  },
  {
    id: "new-link",
    name: "the account was unlinked and linked again",
    async make(t, { account }) {
      await t.adapter.unlinkAccount(accountKey(account))
      account.access_token = t.unique()
      await t.adapter.linkAccount({ ...account })
    },
  },
  {
    id: "counter",
    name: "the counter of the passkey was updated",
    async make(t, { passkey }) {
      passkey.counter = 5
      await t.adapter.updateAuthenticatorCounter(passkey.credentialID, 5)
    },
  },
]

const separateAfter = ({ id, name, make }: Change): Case => ({
  id: `separate-results/after-${id}`,
  level: "must",
  clause: "SEC-A9",
  title: `After ${name}, each caller gets results of its own`,
  harm: "A callback that adds a field for one page throws, or changes what every other page sees.",
  evidence: "The callbacks that Auth.js documents assign to the user and the session of the adapter",
  fix: "Copy a row when it enters a cache and when it leaves it.",
  // A write of another case would clear a cache between two reads.
  alone: true,
  async run(t) {
    const person = await createPerson(t)
    for (const [, , read] of readsOf(t, person)) await read()
    await make(t, person)
    for (const [operation, expected, read, flat = (row: object | null) => row] of readsOf(t, person)) {
      const what = `${operation} after ${name}`
      const results = [...(await Promise.all([read(), read()])), await read()]
      const [first, second, third] = results
      const isShared = shares(first, second) || shares(second, third) || shares(first, third)
      t.check(!isShared, `${what}: results that share no object`, first)
      for (const result of results) overwrite(t, result, what)
      t.row(flat((await read()) as never), expected, what)
    }
  },
})

export const resultsAfterChanges: readonly Case[] = [
  ...changes.map(separateAfter),
  {
    id: "separate-results/of-empty-lists",
    level: "must",
    clause: "SEC-A9",
    also: ["§7.3", "§4 listAuthenticatorsByUserId"],
    title: "Callers can change an empty list of passkeys, which stays empty for every other caller",
    harm: "The passkey that a page adds to its list is shown to every user without passkeys.",
    fix: "Return a new array at every call, also when it is empty.",
    alone: true,
    async run(t) {
      const [one, other] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const ids = [one.id, other.id, crypto.randomUUID()]
      const read = () => Promise.all(ids.map((id) => t.adapter.listAuthenticatorsByUserId(id)))
      const lists = await read()
      for (const list of lists) {
        t.equal(list, [], "the list of a user without passkeys")
        t.check(Object.isExtensible(list), "a list that can be changed", list)
        ;(list as unknown[]).push({ credentialID: t.unique() })
      }
      for (const list of lists) t.equal(list.length, 1, "passkeys in a list to which one was added")
      for (const list of await read()) t.equal(list, [], "a list that is read later")
    },
  },
]
