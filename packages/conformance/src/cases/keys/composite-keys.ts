import type { Case, CaseContext } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// If an adapter joins the parts with one of these, ("a", "bc") and ("ab", "c") can become the same key.
export const separators = [":", "/", "|", ",", "#", "_", "-", ".", " ", "\\", "?", "&", "=", "\n", "::"]

/** The empty text joins the parts without a separator. */
const joints = ["", ...separators]

type Pair = readonly [string, string]

/** Two pairs that join to the same text, in both orders: the first is stored, and the second must find nothing. */
function bothWays({ unique }: CaseContext, separator: string): [stored: Pair, other: Pair][] {
  return [false, true].map((isReversed) => {
    const [start, end] = [unique(), unique()]
    const pairs: [Pair, Pair] = [
      [start, `b${separator}${end}`],
      [`${start}${separator}b`, end],
    ]
    return isReversed ? [pairs[1], pairs[0]] : pairs
  })
}

export const compositeKeys: readonly Case[] = [
  {
    id: "key-parts/of-accounts-do-not-collide",
    level: "must",
    clause: "SEC-C3",
    also: ["§4 getUserByAccount"],
    title: "Two pairs of provider and id that join to the same text are two accounts",
    harm: "An attacker chooses such an id and signs in as another user.",
    fix: "Store the parts of a key in separate columns, or escape the separator.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      for (const separator of t.some(joints, 6)) {
        const end = t.unique()
        const one = t.account(ada.id, { provider: "a", providerAccountId: `b${separator}${end}` })
        const other = t.account(bob.id, { provider: `a${separator}b`, providerAccountId: end })
        await t.adapter.linkAccount(one)
        await t.adapter.linkAccount(other)

        const printed = JSON.stringify(separator)
        t.row(await t.adapter.getUserByAccount(accountKey(one)), { id: ada.id }, `one side of ${printed}`)
        t.row(
          await t.adapter.getUserByAccount(accountKey(other)),
          { id: bob.id },
          `the other side of ${printed}`,
        )
      }
    },
  },
  {
    id: "key-parts/of-accounts-find-nothing-else",
    level: "must",
    clause: "SEC-C3",
    also: ["§4 getAccount", "§4 unlinkAccount"],
    title: "A pair of provider and id that joins to the same text as a stored pair finds and unlinks nothing",
    harm: "An attacker chooses such an id and signs in as another user, or removes their sign-in method.",
    fix: "Store the parts of a key in separate columns, or escape the separator.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const separator of t.some(joints, 4))
        for (const [[provider, providerAccountId], [otherProvider, otherId]] of bothWays(t, separator)) {
          const stored = t.account(id, { provider, providerAccountId })
          await t.adapter.linkAccount(stored)
          const joined = { provider: otherProvider, providerAccountId: otherId }

          const which = `parts joined with ${JSON.stringify(separator)}`
          t.isNull(await t.adapter.getUserByAccount(joined), `getUserByAccount of ${which}`)
          t.isNull(await t.adapter.getAccount(otherId, otherProvider), `getAccount of ${which}`)
          t.isNothing(await t.adapter.unlinkAccount(joined), `unlinkAccount of ${which}`)
          const found = await t.adapter.getAccount(providerAccountId, provider)
          t.row(found, stored, "the stored account")
        }
    },
  },
  {
    id: "key-parts/of-tokens-do-not-collide",
    level: "must",
    clause: "SEC-C3",
    also: ["SEC-E1"],
    title: "Two pairs of identifier and token that join to the same text are two tokens",
    harm: "A token of one address works for another address.",
    fix: "Store the parts of a key in separate columns, or escape the separator.",
    async run(t) {
      for (const separator of t.some(joints, 6))
        for (const [[identifier, token], [otherIdentifier, otherToken]] of bothWays(t, separator)) {
          const stored = t.verificationToken({ identifier, token })
          await t.adapter.createVerificationToken(stored)

          const other = { identifier: otherIdentifier, token: otherToken }
          const which = `parts joined with ${JSON.stringify(separator)}`
          t.isNull(await t.adapter.useVerificationToken(other), which)
          t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the token itself")
        }
    },
  },
]
