import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// If an adapter joins the parts with one of these, ("a", "bc") and ("ab", "c") can become the same key.
export const separators = [":", "/", "|", ",", "#", "_", "-", ".", " ", "\\", "?", "&", "=", "\n", "::"]

export const compositeKeys: readonly Case[] = [
  {
    id: "key-parts/of-accounts-do-not-collide",
    level: "must",
    clause: "SEC-C3",
    also: ["§4 getUserByAccount"],
    title: "Two pairs of provider and id that join to the same text are two accounts",
    harm: "An attacker chooses such an id and signs in as another user.",
    fix: "Store the parts of a key in separate columns, or escape the separator.",
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
    needs: ["createUser", "linkAccount", "getUserByAccount", "getAccount", "unlinkAccount"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const separator of ["", ...separators]) {
        const end = t.unique()
        const stored = t.account(id, { provider: "ab", providerAccountId: `c${separator}${end}` })
        await t.adapter.linkAccount(stored)
        const joined = { provider: `ab${separator}c`, providerAccountId: end }

        const which = `parts joined with ${JSON.stringify(separator)}`
        t.isNull(await t.adapter.getUserByAccount(joined), `getUserByAccount of ${which}`)
        t.isNull(await t.adapter.getAccount(end, joined.provider), `getAccount of ${which}`)
        t.isNothing(await t.adapter.unlinkAccount(joined), `unlinkAccount of ${which}`)
        const found = await t.adapter.getAccount(stored.providerAccountId, stored.provider)
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
