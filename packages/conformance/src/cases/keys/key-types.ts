import type { OperationName } from "mortise"
import type { Case, CaseContext } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// MySQL converts a text to a number before it compares it with one: every text that does not start with a digit equals 0
// and false, and one that starts with 1 equals 1 and true. Query builders take objects for conditions, and drivers arrays
// for lists. The rows of these cases have keys of both kinds. A call may throw, or find nothing.

/** Values that are not texts, and that a store may take for a key: always these. */
const common: readonly unknown[] = [0, 1, true, false, [], {}, { $ne: null }, 0n]

/** Values that some stores take for a key. */
const rare: readonly unknown[] = [
  ...[
    -1,
    Number.NaN,
    1n,
    new Date(0),
    [[]],
    [0],
    [null],
    /(?:)/,
    () => "",
    Symbol.iterator,
    new Uint8Array(0),
  ],
  ...[{ $gt: "" }, { not: "" }, { contains: "" }, { startsWith: "" }, { gte: 0 }, { toString: () => "" }],
]

const valuesOf = (t: CaseContext): readonly unknown[] => [...common, ...t.some(rare, 2)]

/** The same without numbers from 1, which are ids where a sequence assigns them. */
const idsOf = (t: CaseContext): readonly unknown[] =>
  valuesOf(t).filter((value) => value !== 1 && value !== 1n && value !== true)

const about = {
  level: "must",
  clause: "SEC-J2",
  evidence: "On MySQL, `WHERE token = 0` finds every token that does not start with a digit",
  fix: "Accept only strings as keys. Convert the id of an account at its provider to a string.",
} as const

const print = (value: unknown): string =>
  typeof value === "object" ? (JSON.stringify(value) ?? "an object") : String(value)

const starts = ["x", "1x"] as const

/** Two users with a session and an account, whose keys start with a letter and with a digit. */
const twoUsers = (t: CaseContext) =>
  Promise.all(
    starts.map(async (start) => {
      const { id, email } = await t.adapter.createUser(t.user({ email: `${start}${t.email()}` }))
      const session = t.session(id, { sessionToken: `${start}${t.token()}` })
      const account = t.account(id, {
        provider: `${start}${t.unique()}`,
        providerAccountId: `${start}${t.unique()}`,
      })
      await t.adapter.createSession(session)
      await t.adapter.linkAccount(account)
      return { id, email, session, account }
    }),
  )

/** One row for most values. A number from 1 can only equal a text that starts with a digit. */
const rowFor = <T>([letter, digit]: readonly T[], value: unknown): readonly T[] =>
  [value === 1 || value === 1n || value === true ? digit : letter].flatMap((row) => row ?? [])

/** The given key of an account, with one of its parts or both of them replaced. */
const partsOf = (account: { provider: string; providerAccountId: string }, value: unknown) => [
  { ...accountKey(account), providerAccountId: value },
  { ...accountKey(account), provider: value },
  { provider: value, providerAccountId: value },
]

const findNothing = (
  t: CaseContext,
  calls: readonly (readonly [OperationName, value: unknown, ...args: readonly unknown[]])[],
): Promise<unknown> =>
  Promise.all(
    calls.map(([operation, value, ...args]) =>
      t.findsNothing(() => t.call(operation, ...args), `${operation} with ${print(value)} as a key`),
    ),
  )

export const keyTypes: readonly Case[] = [
  {
    ...about,
    id: "key-types/of-users-and-sessions",
    also: ["SEC-J3", "§4 getUser", "§4 getUserByEmail", "§4 getSessionAndUser"],
    title:
      "Numbers, booleans, lists and objects in place of an id, an address or a session token find no user",
    harm: "A request with a number instead of a text signs in as the first user of the table.",
    async run(t) {
      await twoUsers(t)
      for (const value of idsOf(t)) await findNothing(t, [["getUser", value, value]])
      for (const value of valuesOf(t))
        await findNothing(t, [
          ["getUserByEmail", value, value],
          ["getSessionAndUser", value, value],
        ])
    },
  },
  {
    ...about,
    id: "key-types/of-accounts",
    also: ["SEC-J3", "SEC-C1", "§4 getUserByAccount", "§4 getAccount"],
    title: "Numbers, booleans, lists and objects in place of a provider or an account id find no account",
    harm: "A request with a number instead of a text signs in as another user, or uses their provider tokens.",
    async run(t) {
      const people = await twoUsers(t)
      for (const value of valuesOf(t))
        for (const { account } of rowFor(people, value))
          await findNothing(
            t,
            partsOf(account, value).flatMap((key) => [
              ["getUserByAccount", value, key] as const,
              ["getAccount", value, key.providerAccountId, key.provider] as const,
            ]),
          )
    },
  },
  {
    ...about,
    id: "key-types/of-tokens",
    also: ["SEC-J3", "SEC-E1", "§4 useVerificationToken"],
    title: "Numbers, booleans, lists and objects in place of a token or its address use up no token",
    harm: "Any person signs in as the owner of an address by sending a number as the token.",
    async run(t) {
      const tokens = starts.map((start) =>
        t.verificationToken({ identifier: `${start}${t.email()}`, token: `${start}${t.token()}` }),
      )
      for (const token of tokens) await t.adapter.createVerificationToken(token)
      for (const value of valuesOf(t))
        for (const token of rowFor(tokens, value))
          await findNothing(
            t,
            [
              { ...tokenKey(token), token: value },
              { ...tokenKey(token), identifier: value },
              { identifier: value, token: value },
            ].map((key) => ["useVerificationToken", value, key] as const),
          )
      for (const token of tokens)
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "a token afterwards")
    },
  },
  {
    ...about,
    id: "key-types/of-passkeys",
    also: ["SEC-J3", "SEC-F5", "§4 getAuthenticator", "§4 listAuthenticatorsByUserId"],
    title: "Numbers, booleans, lists and objects in place of a key find, list and change no passkey",
    harm: "A request with a number instead of a text gets or changes the passkeys of every user.",
    // An adapter without this property changes the rows of other cases.
    alone: true,
    async run(t) {
      const passkeys = await Promise.all(
        starts.map(async (start) => {
          const { id } = await t.adapter.createUser(t.user())
          const passkey = t.authenticator(id, { credentialID: `${start}${t.unique()}+/aA==` })
          await t.adapter.createAuthenticator(passkey)
          return passkey
        }),
      )
      const values = valuesOf(t)
      await findNothing(
        t,
        values.map((value) => ["getAuthenticator", value, value] as const),
      )
      await t.race(values.map((value) => () => t.call("updateAuthenticatorCounter", value, 9)))
      await Promise.all(
        idsOf(t).map(async (value) => {
          const listed = await t.attempt(() => t.call("listAuthenticatorsByUserId", value))
          if (listed.status === "fulfilled")
            t.equal(listed.value ?? [], [], `the list with ${print(value)} as a user id`)
        }),
      )
      for (const passkey of passkeys)
        t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "a passkey afterwards")
    },
  },
  {
    ...about,
    id: "key-types/in-changes",
    also: ["SEC-J3", "§4 updateUser", "§4 deleteUser", "§4 updateSession", "§4 deleteSession"],
    title: "Updates, deletions and unlinking with numbers, booleans, lists or objects as keys change no row",
    harm: "One request with a number instead of a text deletes, renames or signs out every user.",
    alone: true,
    async run(t) {
      const people = await twoUsers(t)
      const ofUsers = idsOf(t).flatMap((value) => [
        () => t.call("updateUser", { id: value, name: "Eve" }),
        () => t.call("deleteUser", value),
      ])
      const ofRows = valuesOf(t).flatMap((value) => [
        () => t.call("updateSession", { sessionToken: value, expires: t.inDays(90) }),
        () => t.call("deleteSession", value),
        ...rowFor(people, value).flatMap(({ account }) =>
          partsOf(account, value).map((key) => () => t.call("unlinkAccount", key)),
        ),
      ])
      await t.race([...ofUsers, ...ofRows])

      for (const { id, account, session } of people) {
        t.row(await t.adapter.getUser(id), { id, name: "Ada Lovelace" }, "a user afterwards")
        t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the owner of an account")
        const found = await t.adapter.getSessionAndUser(session.sessionToken)
        t.row(found?.session, session, "a session afterwards")
      }
    },
  },
  {
    ...about,
    id: "key-types/of-owners",
    also: ["SEC-J3", "§4 createSession", "§4 linkAccount"],
    title:
      "A session or an account with a number, a boolean, a list or an object as user id belongs to no user",
    harm: "A sign-in without a user id signs in as another user.",
    async run(t) {
      await twoUsers(t)
      for (const value of idsOf(t)) {
        const session = { ...t.session(""), userId: value }
        const account = { ...t.account(""), userId: value }
        await t.attempt(() => t.call("createSession", session))
        await t.attempt(() => t.call("linkAccount", account))
        await findNothing(t, [
          ["getSessionAndUser", value, session.sessionToken],
          ["getUserByAccount", value, accountKey(account)],
        ])
      }
    },
  },
]
