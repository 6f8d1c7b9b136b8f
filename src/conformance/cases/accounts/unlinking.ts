import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

export const unlinking: readonly Case[] = [
  {
    id: "unlinking/account-is-gone",
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

      t.rowOrNothing(await t.adapter.unlinkAccount(key), account, "what unlinkAccount returned")

      t.isNull(await t.adapter.getUserByAccount(key), "getUserByAccount")
      t.row(await t.adapter.getUser(id), { id }, "the user afterwards")
    },
  },
  {
    id: "unlinking/account-is-not-read",
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
    id: "unlinking/others-stay",
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
    id: "unlinking/account-can-be-linked-anew",
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
    id: "unlinking/unknown-is-quiet",
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
]
