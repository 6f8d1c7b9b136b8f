import type { Case } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey } from "../row-keys.ts"

export const burstsOfChanges: readonly Case[] = [
  {
    id: "bursts/changes-of-every-kind",
    level: "must",
    clause: "SEC-B9",
    also: ["§4 updateUser", "§4 updateSession", "§4 updateAuthenticatorCounter", "§4 deleteSession"],
    title: "Many updates, sign-outs, unlinkings and deletions that start at once all take effect",
    harm: "Under load, a sign-out or a deletion reports success and is lost.",
    fix: "Confirm a write only after the last statement of its batch.",
    async run(t) {
      const count = t.effort === "full" ? 150 : 6
      const people = await Promise.all(
        times(count, async () => {
          const { id } = await t.adapter.createUser(t.user())
          const [account, session, passkey] = [t.account(id), t.session(id), t.authenticator(id)]
          await t.adapter.linkAccount(account)
          await t.adapter.createSession(session)
          await t.adapter.createAuthenticator(passkey)
          return { id, account, session, passkey, name: t.unique() }
        }),
      )
      /** Starts a call for every person in one turn. */
      const all = <T>(call: (person: (typeof people)[number]) => Promise<T>): Promise<T[]> =>
        Promise.all(people.map(call))
      const users = () => all(({ id }) => t.adapter.getUser(id))
      const sessions = () => all(({ session }) => t.adapter.getSessionAndUser(session.sessionToken))
      const owners = () => all(({ account }) => t.adapter.getUserByAccount(accountKey(account)))
      const passkeys = () => all(({ passkey }) => t.adapter.getAuthenticator(passkey.credentialID))

      const expires = t.inDays(50)
      await all(({ id, name }) => t.adapter.updateUser({ id, name }))
      await all(({ session: { sessionToken } }) => t.adapter.updateSession({ sessionToken, expires }))
      await all(({ passkey }) => t.adapter.updateAuthenticatorCounter(passkey.credentialID, 5))
      for (const [nth, user] of (await users()).entries())
        t.row(user, { id: people[nth]?.id, name: people[nth]?.name }, "an updated user")
      for (const found of await sessions()) t.row(found?.session, { expires }, "an extended session")
      for (const passkey of await passkeys()) t.row(passkey, { counter: 5 }, "an updated passkey")

      await all(({ session }) => t.adapter.deleteSession(session.sessionToken))
      await all(({ account }) => t.adapter.unlinkAccount(accountKey(account)))
      for (const found of await sessions()) t.isNull(found, "a deleted session")
      for (const owner of await owners()) t.isNull(owner, "the owner of an unlinked account")

      await all(({ id }) => t.adapter.deleteUser(id))
      for (const user of await users()) t.isNull(user, "a deleted user")
      for (const passkey of await passkeys()) t.isNull(passkey, "a passkey of a deleted user")
    },
  },
]
