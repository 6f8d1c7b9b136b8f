import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

const fix = "Match both parts of the key in one row."

export const crossedKeys: readonly Case[] = [
  {
    id: "accounts/crossed-keys",
    level: "must",
    clause: "§4 getUserByAccount",
    also: ["§4 getAccount", "§4 unlinkAccount", "SEC-C3"],
    title: "The provider of one account with the id of another is no account, of one user or of two",
    harm: "A person who has the same id at another provider is signed in as this user.",
    evidence:
      "MongoDB compares the conditions on a list of accounts one by one, unless they are in $elemMatch",
    fix,
    async run(t) {
      const ids = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())].map(
        ({ id }) => id,
      )
      const [ada = "", bob = ""] = ids
      for (const [one, other] of [
        [ada, ada],
        [ada, bob],
      ] as const) {
        const accounts = [t.account(one, { provider: "github" }), t.account(other, { provider: "google" })]
        for (const account of accounts) await t.adapter.linkAccount(account)
        const crossed = [
          { provider: "github", providerAccountId: accounts[1]?.providerAccountId ?? "" },
          { provider: "google", providerAccountId: accounts[0]?.providerAccountId ?? "" },
        ]
        const what = one === other ? "of one user" : "of two users"
        for (const key of crossed) {
          t.isNull(await t.adapter.getUserByAccount(key), `getUserByAccount with crossed keys ${what}`)
          const found = await t.adapter.getAccount(key.providerAccountId, key.provider)
          t.isNull(found, `getAccount with crossed keys ${what}`)
          t.isNothing(await t.adapter.unlinkAccount(key), `unlinkAccount with crossed keys ${what}`)
        }
        for (const account of accounts) {
          const owner = await t.adapter.getUserByAccount(accountKey(account))
          t.row(owner, { id: account.userId }, `the owner of an account ${what} afterwards`)
        }
      }
    },
  },
  {
    id: "wrong-tokens/crossed-keys",
    level: "must",
    clause: "SEC-E1",
    also: ["§4 useVerificationToken"],
    title: "The address of one token with the text of another is no token, and both tokens still work",
    harm: "A person who asks for a link to their own address signs in with it at another address.",
    fix,
    async run(t) {
      const [one, other] = [t.verificationToken(), t.verificationToken()]
      for (const token of [one, other]) await t.adapter.createVerificationToken(token)

      for (const key of [
        { identifier: one.identifier, token: other.token },
        { identifier: other.identifier, token: one.token },
      ])
        t.isNull(await t.adapter.useVerificationToken(key), "useVerificationToken with crossed keys")

      for (const token of [one, other])
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the token itself afterwards")
    },
  },
]
