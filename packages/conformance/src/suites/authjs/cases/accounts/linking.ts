import type { NewCase } from "../../case.ts"
import { expectOwner, newAccount, readAccount } from "../stored.ts"

export const linking: readonly NewCase[] = [
  {
    id: "linking/taken-account-is-refused",
    clause: "SEC-B3",
    also: ["§4 linkAccount", "vector 22"],
    guarantees: ["unique_accounts"],
    title: "An account that is already linked cannot be linked to another user",
    harm: "The last user who links an account owns it: an account takeover, or a user who is locked out.",
    evidence:
      "@auth/pg-adapter, @auth/d1-adapter, @auth/typeorm-adapter, @auth/sequelize-adapter and @auth/dynamodb-adapter accept it",
    fix: "Make (provider, providerAccountId) the primary key, only insert, and do not catch the error.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const mallory = await t.adapter.createUser(t.user())
      const account = await newAccount(t, { userId: ada.id })

      const grab = () => t.adapter.linkAccount({ ...account, userId: mallory.id })
      await t.throws(grab, "linkAccount of a linked account", "conflict")

      await expectOwner(t, account, ada.id, "the owner afterwards")
    },
  },
  {
    id: "linking/refused-link-changes-nothing",
    clause: "SEC-B3",
    guarantees: ["unique_accounts"],
    title: "A refused link leaves the tokens and the owner of the account unchanged",
    harm: "One user's provider tokens are replaced by those of another.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const mallory = await t.adapter.createUser(t.user())
      const account = await newAccount(t, { userId: ada.id })

      await t.attempt(() => t.adapter.linkAccount({ ...account, userId: mallory.id, access_token: "other" }))

      t.row(await readAccount(t, account), account, "getAccount")
    },
  },
  {
    id: "linking/other-keys-in-a-lookup",
    level: "should",
    clause: "§4 getUserByAccount",
    title: "getUserByAccount accepts a whole account and ignores the fields that it does not need",
    harm: "Code that passes a whole account gets an error.",
    evidence: "@auth/prisma-adapter passes the object to its client as a key and throws",
    async run(t) {
      const account = await newAccount(t)

      const owner = await t.adapter.getUserByAccount(account)
      t.row(owner, { id: account.userId }, "getUserByAccount with the whole account")
    },
  },
]
