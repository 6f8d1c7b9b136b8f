import { listCases } from "../../case.ts"
import { accountKey } from "../row.ts"
import { expectOwner, newAccount, readAccount } from "../stored.ts"

export const unlinking = listCases({ clause: "§4 unlinkAccount" }, [
  {
    id: "unlinking/account-is-gone",
    also: ["vector 14"],
    title: "An unlinked account no longer finds a user, and the user still exists",
    harm: "A sign-in method that a user removed still works.",
    evidence: "@auth/xata-adapter deletes only the join row",
    async run(t) {
      const account = await newAccount(t)
      const key = accountKey(account)

      t.rowOrNothing(await t.adapter.unlinkAccount(key), account, "what unlinkAccount returned")

      t.isNull(await t.adapter.getUserByAccount(key), "getUserByAccount")
      t.row(await t.adapter.getUser(account.userId), { id: account.userId }, "the user afterwards")
    },
  },
  {
    id: "unlinking/account-is-not-read",
    also: ["vector 14", "§7.4"],
    title: "getAccount returns null for an unlinked account",
    harm: "A passkey that a user removed still works.",
    async run(t) {
      const account = await newAccount(t)

      await t.adapter.unlinkAccount(accountKey(account))

      t.isNull(await readAccount(t, account), "getAccount")
    },
  },
  {
    id: "unlinking/others-stay",
    title:
      "Unlinking removes one account: the same id at another provider and the user's other accounts stay",
    harm: "Removing one sign-in method removes all of them, and the user is locked out.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const gone = t.account(id)
      const { providerAccountId } = gone
      const kept = [t.account(id), t.account(id, { provider: "google" })]
      kept.push(t.account(id, { provider: "gitlab", providerAccountId }))
      for (const account of [gone, ...kept]) await t.adapter.linkAccount(account)

      await t.adapter.unlinkAccount(accountKey(gone))

      for (const account of kept) await expectOwner(t, account, id, `the owner at ${account.provider}`)
    },
  },
  {
    id: "unlinking/account-can-be-linked-anew",
    also: ["vector 14", "§4 linkAccount"],
    title: "An unlinked account can be linked to another user",
    harm: "An account that was moved to another user can never be used to sign in again.",
    evidence:
      "@auth/upstash-redis-adapter and @auth/unstorage-adapter never delete the entries of their account index",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      const account = await newAccount(t, { userId: ada.id })
      await t.adapter.unlinkAccount(accountKey(account))

      await t.adapter.linkAccount({ ...account, userId: bob.id })

      await expectOwner(t, account, bob.id, "the owner afterwards")
    },
  },
  {
    id: "unlinking/unknown-is-quiet",
    also: ["vector 7"],
    title: "Unlinking an account that does not exist returns nothing and does not throw",
    harm: "An unlinkAccount call that is retried after a lost response fails every time.",
    evidence:
      "@auth/prisma-adapter, @auth/mikro-orm-adapter and @auth/pouchdb-adapter throw; @auth/mongodb-adapter returns {}",
    async run(t) {
      const unknown = { provider: "github", providerAccountId: t.unique() }

      t.isNothing(await t.adapter.unlinkAccount(unknown), "unlinkAccount of an unknown account")
    },
  },
])
