import type { CaseContext, NewCase } from "../../../case.ts"
import { accountKey, offers } from "../../row.ts"
import { type Kind, kinds, newOwner } from "../../rows.ts"
import { lookupsBy, withFields } from "../keyed.ts"
import { expectUseless, print } from "../useless-keys.ts"

// Query builders take objects for conditions, and drivers arrays for lists.

/** Values that are not texts, and that a store may take for a key: always these. */
const common: readonly unknown[] = [0, 1, true, false, [], {}, { $ne: null }, 0n]

/** Values that some stores take for a key. */
const rare: readonly unknown[] = [
  ...[-1, Number.NaN, 1n, new Date(0), [[]], [0], [null], /(?:)/, () => "", Symbol.iterator],
  ...[new Uint8Array(0), { $gt: "" }, { not: "" }, { contains: "" }, { startsWith: "" }, { gte: 0 }],
  ...[{ id: 1 }, { toString: () => "" }],
]

const pickValues = (t: CaseContext): readonly unknown[] => [...common, ...t.some(rare, 3)]

/** The same without numbers from 1, which are ids where a sequence assigns them. */
const pickIds = (t: CaseContext): readonly unknown[] =>
  pickValues(t).filter((value) => value !== 1 && value !== 1n && value !== true)

const about = {
  clause: "SEC-J2",
  evidence:
    "On MySQL, `WHERE token = 0` finds every token that does not start with a digit; @auth/mongodb-adapter passes objects to its driver as filters; CVE-2022-33171 (TypeORM)",
  fix: "Accept only strings as keys. Convert the id of an account at its provider to a string.",
} as const

const wrongTypeCase = (kind: Kind): NewCase => ({
  ...about,
  id: `key-types/of-${kind.name}s`,
  also: ["SEC-J3", ...kind.keys.map(({ clause }) => clause)],
  title: `Numbers, booleans, lists and objects as keys find, change and remove no ${kind.many}`,
  harm: "A request with a number or an object instead of a text signs in as another user, or empties a table.",
  // An adapter without this property changes the rows of other cases.
  alone: true,
  run: (t) => expectUseless(t, kind, ({ isAssigned }) => (isAssigned ? pickIds(t) : pickValues(t))),
})

export const wrongTypes: readonly NewCase[] = [
  ...kinds.map(wrongTypeCase),
  {
    ...about,
    id: "key-types/of-owners",
    also: ["SEC-J3", "§4 createSession", "§4 linkAccount"],
    title: "A session or an account with a number, a list or an object as user id belongs to no user",
    harm: "A sign-in without a user id signs in as another user.",
    async run(t) {
      await newOwner(t)
      for (const value of pickIds(t)) {
        const session = { ...t.session(""), userId: value }
        const account = { ...t.account(""), userId: value }
        await t.attempt(() => t.call("createSession", session))
        await t.attempt(() => t.call("linkAccount", account))
        const what = `with ${print(value)} as user id`
        await t.findsNothing(() => t.adapter.getSessionAndUser(session.sessionToken), `a session ${what}`)
        await t.findsNothing(() => t.adapter.getUserByAccount(accountKey(account)), `an account ${what}`)
      }
    },
  },
  {
    id: "key-types/list-with-a-key",
    level: "should",
    clause: "SEC-J3",
    also: ["SEC-J2"],
    title: "A list that contains a key does not find the row of that key",
    harm: "A request that repeats a parameter bypasses a check that expects a string.",
    fix: "Accept only strings as keys.",
    async run(t) {
      const owner = await newOwner(t)
      for (const kind of kinds.filter(({ create }) => offers(t, create))) {
        const row = await kind.row(t, owner).store()
        for (const key of kind.keys) {
          const listed = withFields(t, { kind, owner, row }, { [key.field]: [row.fields[key.field]] })
          for (const { operation, readRaw } of lookupsBy(listed, key))
            await t.findsNothing(readRaw, `${operation} with a list as ${key.name}`)
        }
      }
    },
  },
]
