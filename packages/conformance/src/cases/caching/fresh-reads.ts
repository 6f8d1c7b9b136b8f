import type { Case } from "../../case.ts"
import { together } from "../race-helpers.ts"
import { accountKey } from "../row-keys.ts"

export const freshReads: readonly Case[] = [
  {
    id: "fresh-reads/of-what-was-absent",
    level: "must",
    clause: "SEC-B9",
    also: ["client 1.3"],
    title: "A row that was looked up before it was created is found afterwards",
    harm: "The client looks up the address and the account before a sign-up. A cached miss makes the new user unknown.",
    evidence: "better-auth#10884: a cache kept the absence of a user",
    fix: "Do not cache misses, or invalidate them with the write.",
    async run(t) {
      const given = t.user()
      const account = t.account("")
      const session = t.session("")
      t.isNothing(await t.adapter.getUserByEmail(given.email), "getUserByEmail before")
      t.isNothing(await t.adapter.getUser(given.id), "getUser before")
      t.isNothing(await t.adapter.getUserByAccount(accountKey(account)), "getUserByAccount before")
      t.isNothing(await t.adapter.getSessionAndUser(session.sessionToken), "getSessionAndUser before")

      const { id } = await t.adapter.createUser(given)
      await t.adapter.linkAccount({ ...account, userId: id })
      await t.adapter.createSession({ ...session, userId: id })

      t.row(await t.adapter.getUserByEmail(given.email), { id }, "getUserByEmail afterwards")
      t.row(await t.adapter.getUser(id), { id }, "getUser afterwards")
      t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "getUserByAccount afterwards")
      const found = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(found?.user, { id }, "the user of the session afterwards")
    },
  },
  {
    id: "fresh-reads/of-what-was-changed",
    level: "must",
    clause: "SEC-B9",
    also: ["§4 updateUser", "§4 updateSession"],
    title: "A row that was read before a change is returned with the change afterwards",
    harm: "An extended session ends too early, and a new name appears only on some pages.",
    fix: "Do not cache rows, or invalidate them with the write.",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      const readAll = () =>
        together({
          getUser: t.adapter.getUser(id),
          getUserByEmail: t.adapter.getUserByEmail(email),
          getUserByAccount: t.adapter.getUserByAccount(accountKey(account)),
          getSessionAndUser: t.adapter.getSessionAndUser(sessionToken),
        })
      await readAll()

      // A cache may be invalidated by a change of some fields and not of others.
      const expires = t.inDays(60)
      for (const changes of [
        { name: "Grace Hopper" },
        { emailVerified: t.inDays(-1) },
        { image: "https://example.com/grace.png" },
        { emailVerified: null },
        { image: null },
      ]) {
        await t.adapter.updateUser({ id, ...changes })
        await t.adapter.updateSession({ sessionToken, expires })

        const { getSessionAndUser, ...users } = await readAll()
        for (const [lookup, user] of Object.entries(users)) t.row(user, changes, lookup)
        t.row(getSessionAndUser?.user, changes, "the user of the session")
        t.row(getSessionAndUser?.session, { expires }, "the session")
      }
    },
  },
  {
    id: "fresh-reads/of-what-was-deleted",
    level: "must",
    clause: "SEC-B6",
    also: ["SEC-D7", "§4 deleteUser"],
    title: "A user who was read before being deleted is not found afterwards, by any lookup",
    harm: "A deleted user stays signed in wherever they were active.",
    evidence: "GHSA-2vg6-77g8-24mp: sessions stayed valid in a second store",
    fix: "Do not cache rows, or invalidate them with the deletion.",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      const readAll = () =>
        together({
          getUser: t.adapter.getUser(id),
          getUserByEmail: t.adapter.getUserByEmail(email),
          getUserByAccount: t.adapter.getUserByAccount(accountKey(account)),
          getSessionAndUser: t.adapter.getSessionAndUser(sessionToken),
        })
      await readAll()

      await t.adapter.deleteUser(id)

      for (const [lookup, found] of Object.entries(await readAll()))
        t.isNothing(found, `${lookup} afterwards`)
    },
  },
  {
    id: "fresh-reads/of-what-was-unlinked",
    level: "must",
    clause: "§4 unlinkAccount",
    also: ["§4 getAccount"],
    title: "An account that was read before it was unlinked is not found afterwards",
    harm: "An account that a user unlinked can still be used to sign in.",
    fix: "Do not cache rows, or invalidate them with the deletion.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      t.row(await t.adapter.getAccount(providerAccountId, provider), { userId: id }, "getAccount before")
      t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "getUserByAccount before")

      await t.adapter.unlinkAccount(accountKey(account))

      t.isNothing(await t.adapter.getAccount(providerAccountId, provider), "getAccount afterwards")
      t.isNothing(await t.adapter.getUserByAccount(accountKey(account)), "getUserByAccount afterwards")
    },
  },
  {
    id: "fresh-reads/of-whose-session-it-is",
    level: "must",
    clause: "SEC-D9",
    also: ["§4 updateSession"],
    title: "A session that is extended after other users have signed up still belongs to its own user",
    harm: "A user is suddenly signed in as another user who signed up later.",
    evidence: "GHSA-c9h6-v78w-52wj: one user received the session of another",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(ada.id))
      const bob = await t.adapter.createUser(t.user())
      await t.adapter.createSession(t.session(bob.id))

      const updated = await t.adapter.updateSession({ sessionToken, expires: t.inDays(60) })

      t.rowOrNothing(updated, { sessionToken, userId: ada.id }, "the updated session")
      const found = await t.adapter.getSessionAndUser(sessionToken)
      t.row(found?.session, { userId: ada.id }, "the session")
      t.row(found?.user, { id: ada.id }, "its user")
    },
  },
]
