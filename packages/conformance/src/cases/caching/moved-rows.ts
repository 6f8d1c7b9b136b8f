import type { Case } from "../../case.ts"
import { together } from "../race-helpers.ts"
import { accountKey } from "../row-keys.ts"
import { movesSessions, twoUsersAndASession } from "../sessions/move-session.ts"

const fix =
  "Do not cache rows, or find the cached rows of a user by the owner and the address that they have now."

export const movedRows: readonly Case[] = [
  {
    id: "fresh-reads/of-a-moved-session",
    level: "must",
    clause: "SEC-D9",
    also: ["SEC-B9", "§4 updateSession", "§4 updateUser"],
    title: "A session that was moved shows every later change of its new user, and none of its old user",
    harm: "A new name or a verified address does not appear, or a deleted user stays signed in.",
    fix,
    async run(t) {
      if (!(await movesSessions(t))) return
      const { ada, bob, move, read } = await twoUsersAndASession(t)
      await read()
      await move()
      t.row((await read())?.user, { id: bob.id }, "the user of the moved session")

      const seen = {}
      for (const changes of [
        { name: "Grace Hopper" },
        { emailVerified: t.inDays(-1) },
        { image: null },
        { email: t.email() },
        { name: null },
      ]) {
        await t.adapter.updateUser({ id: bob.id, ...changes })
        Object.assign(seen, changes)
        t.row((await read())?.user, { id: bob.id, ...seen }, "the user after an update of the new user")
        await t.adapter.updateUser({ id: ada.id, name: t.unique() })
        t.row((await read())?.user, { id: bob.id, ...seen }, "the user after an update of the old user")
      }

      await t.adapter.deleteUser(ada.id)
      t.row((await read())?.user, { id: bob.id, ...seen }, "the user after the old user was deleted")
      await t.adapter.deleteUser(bob.id)
      t.isNull(await read(), "the session of the deleted user")
    },
  },
  {
    id: "fresh-reads/of-a-changed-address",
    level: "must",
    clause: "SEC-B7",
    also: ["SEC-B9", "§4 getUserByAccount", "§4 getSessionAndUser"],
    title:
      "After every change of a user's address, each lookup that returned the user before returns the new one",
    harm: "Mail is sent to an address that the user gave up.",
    fix,
    async run(t) {
      const given = t.user()
      const { id } = await t.adapter.createUser(given)
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      const readAll = (address: string) =>
        together({
          getUser: t.adapter.getUser(id),
          getUserByEmail: t.adapter.getUserByEmail(address),
          getUserByAccount: t.adapter.getUserByAccount(accountKey(account)),
          getSessionAndUser: t.adapter.getSessionAndUser(sessionToken).then((found) => found?.user ?? null),
        })
      const next = t.email()
      const addresses = [given.email, next, t.email()]
      const expected = { ...given, id }
      await readAll(given.email)

      // The user also returns to addresses that were read while they belonged to no user.
      for (const changes of [
        { email: next },
        { name: "Grace Hopper" },
        { email: given.email },
        { image: null },
        { email: next, name: "Ada" },
        { email: addresses[2] },
        { emailVerified: t.inDays(-1) },
      ]) {
        await t.adapter.updateUser({ id, ...changes })
        Object.assign(expected, changes)
        for (const [lookup, user] of Object.entries(await readAll(expected.email)))
          t.row(user, expected, lookup)
        for (const address of addresses)
          if (address !== expected.email)
            t.isNull(
              await t.adapter.getUserByEmail(address),
              "getUserByEmail of an address that was given up",
            )
      }

      await t.adapter.deleteUser(id)
      for (const [lookup, user] of Object.entries(await readAll(expected.email)))
        t.isNull(user, `${lookup} after the deletion`)
    },
  },
]
