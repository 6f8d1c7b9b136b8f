import type { Case } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey } from "../row-keys.ts"

const many = 12
const harm = "A request continues with the row of another person."
const fix = "Keep the parameters and the result of each call in local variables."

export const concurrentWrites: readonly Case[] = [
  {
    id: "concurrent-writes/of-users",
    level: "must",
    clause: "SEC-B9",
    also: ["§4 createUser", "§4 updateUser", "§4 deleteUser"],
    title: "Concurrent creations, updates and deletions of different users each concern their own user",
    harm,
    fix,
    run: (t) =>
      t.rounds(1, async () => {
        const given = times(many, () => t.user({ name: t.unique() }))
        const created = await Promise.all(given.map((user) => t.adapter.createUser(user)))
        const users = given.map((user, nth) => ({ ...user, id: created[nth]?.id }))
        for (const [nth, user] of users.entries()) t.row(created[nth], user, "a created user")

        const changes = created.map(({ id }) => ({ id, image: `https://example.com/${t.unique()}.png` }))
        const updated = await Promise.all(changes.map((change) => t.adapter.updateUser(change)))
        for (const [nth, user] of users.entries()) {
          const expected = { ...user, ...changes[nth] }
          t.row(updated[nth], expected, "an updated user")
          t.row(await t.adapter.getUser(expected.id ?? ""), expected, "getUser afterwards")
        }

        const [gone, kept] = [created.slice(0, many / 2), created.slice(many / 2)]
        await Promise.all(gone.map(({ id }) => t.adapter.deleteUser(id)))
        for (const { id } of gone) t.isNull(await t.adapter.getUser(id), "a deleted user")
        for (const { id } of kept) t.row(await t.adapter.getUser(id), { id }, "another user")
      }),
  },
  {
    id: "concurrent-writes/of-sessions",
    level: "must",
    clause: "SEC-B9",
    also: ["§4 createSession", "§4 updateSession", "§4 deleteSession", "SEC-D9"],
    title: "Sessions of different users that are created, extended and deleted concurrently stay apart",
    harm,
    fix,
    run: (t) =>
      t.rounds(1, async () => {
        const users = await Promise.all(times(many, () => t.adapter.createUser(t.user())))
        const sessions = users.map(({ id }) => t.session(id))
        const created = await Promise.all(sessions.map((session) => t.adapter.createSession(session)))
        for (const [nth, session] of sessions.entries()) t.row(created[nth], session, "a created session")

        const later = sessions.map((session, nth) => ({ ...session, expires: t.inDays(31 + nth) }))
        const updated = await Promise.all(
          later.map(({ sessionToken, expires }) => t.adapter.updateSession({ sessionToken, expires })),
        )
        for (const [nth, session] of later.entries()) {
          t.rowOrNothing(updated[nth], session, "an extended session")
          const found = await t.adapter.getSessionAndUser(session.sessionToken)
          t.row(found?.session, session, "the session afterwards")
          t.row(found?.user, { id: session.userId }, "its user")
        }

        const [ended, live] = [later.slice(0, many / 2), later.slice(many / 2)]
        await Promise.all(ended.map(({ sessionToken }) => t.adapter.deleteSession(sessionToken)))
        for (const { sessionToken } of ended)
          t.isNull(await t.adapter.getSessionAndUser(sessionToken), "a deleted session")
        for (const session of live)
          t.row((await t.adapter.getSessionAndUser(session.sessionToken))?.session, session, "a live session")
      }),
  },
  {
    id: "concurrent-writes/of-accounts",
    level: "must",
    clause: "SEC-B9",
    also: ["§4 linkAccount", "§4 unlinkAccount"],
    title: "Accounts that different users link and unlink concurrently stay apart",
    harm: "A person signs in with their provider and becomes another user.",
    fix,
    run: (t) =>
      t.rounds(1, async () => {
        const users = await Promise.all(times(many, () => t.adapter.createUser(t.user())))
        const accounts = users.map(({ id }) => t.account(id, { access_token: t.unique() }))
        const linked = await Promise.all(accounts.map((account) => t.adapter.linkAccount(account)))

        for (const [nth, account] of accounts.entries()) {
          t.rowOrNothing(linked[nth], account, "what linkAccount returned")
          const { providerAccountId, provider } = account
          t.row(await t.adapter.getAccount(providerAccountId, provider), account, "getAccount")
        }

        const [gone, kept] = [accounts.slice(0, many / 2), accounts.slice(many / 2)]
        await Promise.all(gone.map((account) => t.adapter.unlinkAccount(accountKey(account))))
        for (const { providerAccountId, provider } of gone)
          t.isNull(await t.adapter.getAccount(providerAccountId, provider), "an unlinked account")
        for (const account of kept) {
          const { providerAccountId, provider } = account
          t.row(await t.adapter.getAccount(providerAccountId, provider), account, "another account")
        }
      }),
  },
  {
    id: "concurrent-writes/of-passkeys",
    level: "must",
    clause: "SEC-B9",
    also: ["§4 createAuthenticator", "§4 updateAuthenticatorCounter"],
    title: "Passkeys of different users that are registered and used concurrently stay apart",
    harm: "The counter of one passkey is stored for another, which then counts as cloned.",
    fix,
    run: (t) =>
      t.rounds(1, async () => {
        const users = await Promise.all(times(many, () => t.adapter.createUser(t.user())))
        const passkeys = users.map(({ id }) => t.authenticator(id))
        const created = await Promise.all(passkeys.map((passkey) => t.adapter.createAuthenticator(passkey)))
        for (const [nth, passkey] of passkeys.entries()) t.row(created[nth], passkey, "a created passkey")

        const used = passkeys.map((passkey, nth) => ({ ...passkey, counter: nth + 1 }))
        const updated = await Promise.all(
          used.map(({ credentialID, counter }) =>
            t.adapter.updateAuthenticatorCounter(credentialID, counter),
          ),
        )
        for (const [nth, passkey] of used.entries()) {
          t.row(updated[nth], passkey, "an updated passkey")
          t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "getAuthenticator")
        }
      }),
  },
]
