import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// Joined with any of these, ("a", "bc") and ("ab", "c") may become one key.
const separators = [":", "/", "|", ",", "#", "_", "-", ".", " ", "\\", "?", "&", "=", "\n", "::"]

export const compositeKeys: readonly Case[] = [
  {
    id: "key-parts/of-accounts-do-not-collide",
    level: "must",
    clause: "SEC-C3",
    also: ["§4 getUserByAccount"],
    title: "A provider and an id that join to the same text as another pair are another account",
    harm: "Whoever chooses such an id signs in as somebody else.",
    fix: "Keep the parts of a key in columns of their own, or escape what joins them.",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      for (const separator of separators) {
        const end = t.unique()
        const one = t.account(ada.id, { provider: "a", providerAccountId: `b${separator}${end}` })
        const other = t.account(bob.id, { provider: `a${separator}b`, providerAccountId: end })
        await t.adapter.linkAccount(one)
        await t.adapter.linkAccount(other)

        const said = JSON.stringify(separator)
        t.row(await t.adapter.getUserByAccount(accountKey(one)), { id: ada.id }, `one side of ${said}`)
        t.row(
          await t.adapter.getUserByAccount(accountKey(other)),
          { id: bob.id },
          `the other side of ${said}`,
        )
      }
    },
  },
  {
    id: "key-parts/of-tokens-do-not-collide",
    level: "must",
    clause: "SEC-C3",
    also: ["SEC-E1"],
    title: "An address and a token that join to the same text as another pair are another token",
    harm: "A token of one address works for another.",
    fix: "Keep the parts of a key in columns of their own, or escape what joins them.",
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(t) {
      for (const separator of separators) {
        const stored = t.verificationToken({ identifier: t.unique(), token: `b${separator}${t.unique()}` })
        await t.adapter.createVerificationToken(stored)
        const [b = "", ...rest] = stored.token.split(separator)

        const other = { identifier: `${stored.identifier}${separator}${b}`, token: rest.join(separator) }
        t.isNull(
          await t.adapter.useVerificationToken(other),
          `parts joined with ${JSON.stringify(separator)}`,
        )
        t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the token itself")
      }
    },
  },
]
