import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

// The client uses the reserved names itself. The spellings are different providers. The other
// names have a meaning in JavaScript, so an adapter may refuse them.
const reserved = ["email", "credentials", "webauthn"]
const spellings = ["github", "GitHub", "github ", "g\u0131thub", "git"]
const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "undefined",
  "null",
  "*",
]

export const specialProviders: readonly Case[] = [
  {
    id: "special-providers/names-of-code-are-linked",
    level: "should",
    clause: "SEC-J5",
    also: ["§4 linkAccount"],
    title: 'An account at a provider with a name such as "constructor" can be linked',
    harm: "Users of a provider whose name has a meaning in JavaScript cannot sign in.",
    fix: "Store rows in a Map or in an object without a prototype.",
    async run(t) {
      for (const provider of names) {
        const { id } = await t.adapter.createUser(t.user())
        const account = t.account(id, { provider })
        await t.adapter.linkAccount(account)
        t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, `the owner at "${provider}"`)
      }
    },
  },
  {
    id: "special-providers/are-ordinary",
    level: "must",
    clause: "SEC-C3",
    also: ["SEC-J5", "§5.3", "§4 getUserByAccount"],
    guarantees: ["similar_keys"],
    title: "Accounts at providers with special names are linked, found and unlinked like all others",
    harm: "Users of one sign-in method cannot sign in, or are signed in as one another.",
    fix: "Treat the name of a provider as data. Use a Map or a column, not the keys of an object.",
    async run(t) {
      const providerAccountId = t.unique()
      const accounts = []
      for (const provider of [...reserved, ...spellings, ...names]) {
        const { id } = await t.adapter.createUser(t.user())
        const type = provider === "email" || provider === "webauthn" ? provider : "oauth"
        const account = t.account(id, { provider, type, providerAccountId, access_token: t.unique() })
        const linked = await t.attempt(() => t.adapter.linkAccount(account))
        if (linked.status === "fulfilled") accounts.push(account)
        else if (!names.includes(provider)) throw linked.reason
        else
          t.isNothing(await t.adapter.getUserByAccount(accountKey(account)), "the owner of a refused account")
      }

      for (const account of accounts) {
        const { userId, provider } = account
        t.row(
          await t.adapter.getUserByAccount(accountKey(account)),
          { id: userId },
          `the owner at ${provider}`,
        )
        t.row(await t.adapter.getAccount(providerAccountId, provider), account, `the account at ${provider}`)
      }
      for (const account of accounts) {
        await t.adapter.unlinkAccount(accountKey(account))
        t.isNull(
          await t.adapter.getUserByAccount(accountKey(account)),
          `the former owner at ${account.provider}`,
        )
      }
    },
  },
]
