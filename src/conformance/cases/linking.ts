import type { Case } from "../case.ts"
import { accountKey } from "./key-of.ts"

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
    id: "linking/unlinked-is-gone",
    level: "must",
    clause: "§4 unlinkAccount",
    also: ["vector 14"],
    title: "An unlinked account leads to nobody, and its user stays",
    harm: "A way to sign in that a person removed still works.",
    evidence: "@auth/xata-adapter deletes the join row only",
    needs: ["createUser", "linkAccount", "unlinkAccount", "getUserByAccount", "getUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      const key = accountKey(account)

      t.rowOrNothing(
        await t.adapter.unlinkAccount(key),
        { ...key, userId: id },
        "what unlinkAccount returned",
      )

      t.isNull(await t.adapter.getUserByAccount(key), "getUserByAccount")
      t.row(await t.adapter.getUser(id), { id }, "the user afterwards")
    },
  },
  {
    id: "linking/unlinked-is-not-read",
    level: "must",
    clause: "§4 unlinkAccount",
    also: ["vector 14", "§7.4"],
    title: "getAccount answers null for an unlinked account",
    harm: "A passkey that a person removed still works.",
    needs: ["createUser", "linkAccount", "unlinkAccount", "getAccount"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      await t.adapter.linkAccount(account)

      await t.adapter.unlinkAccount(accountKey(account))

      t.isNull(await t.adapter.getAccount(account.providerAccountId, account.provider), "getAccount")
    },
  },
  {
    id: "linking/unlinking-leaves-the-others",
    level: "must",
    clause: "§4 unlinkAccount",
    title: "Unlinking removes one account: neither the same id at another provider nor the user's others",
    harm: "Removing one way to sign in removes all, and the person is locked out.",
    needs: ["createUser", "linkAccount", "unlinkAccount", "getUserByAccount"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const gone = t.account(id)
      const { providerAccountId } = gone
      const kept = [t.account(id), t.account(id, { provider: "google" })]
      kept.push(t.account(id, { provider: "gitlab", providerAccountId }))
      for (const account of [gone, ...kept]) await t.adapter.linkAccount(account)

      await t.adapter.unlinkAccount(accountKey(gone))

      for (const account of kept)
        t.row(
          await t.adapter.getUserByAccount(accountKey(account)),
          { id },
          `the owner at ${account.provider}`,
        )
    },
  },
  {
    id: "linking/unlinked-can-be-linked-anew",
    level: "must",
    clause: "§4 unlinkAccount",
    also: ["vector 14", "§4 linkAccount"],
    title: "An unlinked account can be linked to another user",
    harm: "An account that moved to another user can never sign in again.",
    evidence: "@auth/upstash-redis-adapter and @auth/unstorage-adapter never clean their index of accounts",
    needs: ["createUser", "linkAccount", "unlinkAccount", "getUserByAccount"],
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      const account = t.account(ada.id)
      await t.adapter.linkAccount(account)
      await t.adapter.unlinkAccount(accountKey(account))

      await t.adapter.linkAccount({ ...account, userId: bob.id })

      t.row(await t.adapter.getUserByAccount(accountKey(account)), { id: bob.id }, "the owner afterwards")
    },
  },
  {
    id: "linking/unlink-unknown-is-quiet",
    level: "must",
    clause: "§4 unlinkAccount",
    also: ["vector 7"],
    title: "Unlinking an account that is not there is no error",
    harm: "An unlinking that is tried again after a lost answer never ends well.",
    evidence:
      "@auth/prisma-adapter, @auth/mikro-orm-adapter and @auth/pouchdb-adapter throw; @auth/mongodb-adapter returns {}",
    needs: ["unlinkAccount"],
    async run(t) {
      const unknown = { provider: "github", providerAccountId: t.unique() }

      t.isNothing(await t.adapter.unlinkAccount(unknown), "unlinkAccount of an unknown account")
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
