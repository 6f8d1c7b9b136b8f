import type { Case } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey } from "../row-keys.ts"
import { inBatches } from "../scale/in-batches.ts"

/** More rows than a small cache holds: 10, and at full effort 128. */
const rowsFor = (effort: string): number => (effort === "full" ? 132 : 12)

const fix = "Invalidate a changed row in every level of the cache, also after it left the first one."

export const manyCachedRows: readonly Case[] = [
  {
    id: "fresh-reads/of-many-rows",
    level: "must",
    clause: "SEC-B9",
    also: ["SEC-B6", "§4 updateUser", "§4 updateSession", "§4 deleteUser"],
    title:
      "Rows that were read before many others are returned with later changes, and not after their deletion",
    harm: "Users who were active some time ago see old names, or stay signed in after they were deleted.",
    fix,
    async run(t) {
      const people = await inBatches(
        times(rowsFor(t.effort), () => t.user()),
        async (given) => {
          const user = { ...given, id: (await t.adapter.createUser(given)).id }
          const [account, session] = [t.account(user.id), t.session(user.id)]
          await t.adapter.linkAccount(account)
          await t.adapter.createSession(session)
          return { user, account, session }
        },
      )
      const readAll = () =>
        inBatches(people, async ({ user, account, session }) => {
          const found = await t.adapter.getSessionAndUser(session.sessionToken)
          const users = {
            getUser: await t.adapter.getUser(user.id),
            getUserByEmail: await t.adapter.getUserByEmail(user.email),
            getUserByAccount: await t.adapter.getUserByAccount(accountKey(account)),
            getSessionAndUser: found?.user ?? null,
          }
          const { provider, providerAccountId } = account
          return { users, found, linked: await t.adapter.getAccount(providerAccountId, provider) }
        })
      await readAll()

      await inBatches(people, async ({ user, session }) => {
        Object.assign(user, { name: t.unique() })
        Object.assign(session, { expires: t.inDays(50) })
        const { sessionToken, expires } = session
        await t.adapter.updateUser({ id: user.id, name: user.name })
        await t.adapter.updateSession({ sessionToken, expires })
      })
      for (const [nth, { users, found }] of (await readAll()).entries()) {
        for (const [lookup, user] of Object.entries(users)) t.row(user, people[nth]?.user ?? {}, lookup)
        t.row(found?.session, people[nth]?.session ?? {}, "the session")
      }

      await inBatches(people, ({ user }) => t.adapter.deleteUser(user.id))
      for (const { users, linked } of await readAll()) {
        for (const [lookup, user] of Object.entries(users)) t.isNull(user, `${lookup} of a deleted user`)
        t.isNull(linked, "the account of a deleted user")
      }
    },
  },
  {
    id: "fresh-reads/of-many-passkeys",
    level: "must",
    clause: "SEC-B9",
    also: ["SEC-F7", "§4 updateAuthenticatorCounter", "§4 getAuthenticator"],
    title:
      "Passkeys that were read before many others are returned with later counters, and not after a deletion",
    harm: "A cloned passkey is not detected, or a passkey of a deleted user is still accepted.",
    fix,
    async run(t) {
      const passkeys = await inBatches(
        times(rowsFor(t.effort), () => t.user()),
        async (given) => {
          const { id } = await t.adapter.createUser(given)
          const passkey = t.authenticator(id)
          await t.adapter.createAuthenticator(passkey)
          return passkey
        },
      )
      const readAll = () =>
        inBatches(passkeys, async ({ credentialID, userId }) => {
          const found = await t.adapter.getAuthenticator(credentialID)
          return { found, listed: await t.adapter.listAuthenticatorsByUserId(userId) }
        })
      await readAll()

      await inBatches(passkeys, async (passkey) => {
        passkey.counter = 5
        await t.adapter.updateAuthenticatorCounter(passkey.credentialID, 5)
      })
      for (const [nth, { found, listed }] of (await readAll()).entries()) {
        t.row(found, passkeys[nth] ?? {}, "getAuthenticator")
        t.row(listed[0], passkeys[nth] ?? {}, "the listed passkey")
      }

      await inBatches(passkeys, ({ userId }) => t.adapter.deleteUser(userId))
      for (const { found, listed } of await readAll()) {
        t.isNull(found, "a passkey of a deleted user")
        t.equal(listed, [], "the list of a deleted user")
      }
    },
  },
]
