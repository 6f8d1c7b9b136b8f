import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

export const linking: readonly Case[] = [
  {
    id: "linking/taken-account-is-refused",
    level: "must",
    clause: "SEC-B3",
    also: ["§4 linkAccount", "vector 22"],
    title: "An account that is linked already cannot be linked to another user",
    harm: "Whoever links an account last owns it: a takeover, or a person locked out.",
    evidence:
      "@auth/pg-adapter, @auth/d1-adapter, @auth/typeorm-adapter, @auth/sequelize-adapter and @auth/dynamodb-adapter accept it",
    fix: "Make (provider, providerAccountId) the primary key, insert only, and let the error through.",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const mallory = await t.adapter.createUser(t.user())
      const account = t.account(ada.id)
      await t.adapter.linkAccount(account)

      const grab = () => t.adapter.linkAccount({ ...account, userId: mallory.id })
      await t.throws(grab, "linkAccount of a linked account", "conflict")

      t.row(await t.adapter.getUserByAccount(accountKey(account)), { id: ada.id }, "the owner afterwards")
    },
  },
  {
    id: "linking/refused-link-changes-nothing",
    level: "must",
    clause: "SEC-B3",
    title: "A refused link leaves the tokens and the owner of the account as they were",
    harm: "One user's provider tokens are replaced by another's.",
    needs: ["createUser", "linkAccount", "getAccount"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const mallory = await t.adapter.createUser(t.user())
      const account = t.account(ada.id)
      await t.adapter.linkAccount(account)

      await t.attempt(() => t.adapter.linkAccount({ ...account, userId: mallory.id, access_token: "other" }))

      t.row(await t.adapter.getAccount(account.providerAccountId, account.provider), account, "getAccount")
    },
  },
  {
    id: "linking/other-keys-in-a-lookup",
    level: "should",
    clause: "§4 getUserByAccount",
    title: "A whole account may be handed to a lookup that needs two of its fields",
    harm: "Code that passes an account on ends in an error.",
    evidence: "@auth/prisma-adapter hands the object to its client as a key and throws",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      await t.adapter.linkAccount(account)

      t.row(await t.adapter.getUserByAccount(account), { id }, "getUserByAccount with the whole account")
    },
  },
]
