import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

export const aliasing: readonly Case[] = [
  {
    id: "aliasing/returned-users-are-copies",
    level: "must",
    clause: "SEC-A9",
    title: "Changing a returned user does not change the stored user",
    harm: "A callback that adds a field to the user for one page changes it for all pages.",
    fix: "Return a copy, including the dates.",
    async run(t) {
      const given = t.user({ emailVerified: t.inDays(-1) })
      const created = await t.adapter.createUser(given)
      const { id, email } = created
      const expected = structuredClone({ ...given, id })

      spoil(created)
      spoil(await t.adapter.getUser(id))
      spoil(await t.adapter.getUserByEmail(email))
      spoil(await t.adapter.updateUser({ id, name: expected.name }))

      t.row(await t.adapter.getUser(id), expected, "getUser afterwards")
    },
  },
  {
    id: "aliasing/returned-sessions-are-copies",
    level: "must",
    clause: "SEC-A9",
    title: "Changing a returned session, its date or its user does not change the stored rows",
    harm: "A callback that rounds the expiry for display ends the session.",
    fix: "Return a copy, including the dates.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      const expected = structuredClone(session)

      spoil(await t.adapter.createSession(session))
      spoil(await t.adapter.updateSession({ sessionToken: expected.sessionToken, expires: t.inDays(30) }))
      const found = await t.adapter.getSessionAndUser(expected.sessionToken)
      expected.expires = new Date(found?.session.expires.getTime() ?? 0)
      spoil(found?.session)
      spoil(found?.user)

      const again = await t.adapter.getSessionAndUser(expected.sessionToken)
      t.row(again?.session, expected, "the session afterwards")
      t.row(again?.user, { id, name: "Ada Lovelace" }, "its user afterwards")
    },
  },
  {
    id: "aliasing/returned-passkeys-are-copies",
    level: "must",
    clause: "SEC-A9",
    title: "Changing a returned passkey or the list does not change the stored rows",
    harm: "Sorting or filtering the list for a page removes passkeys.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const passkey = t.authenticator(id)
      spoil(await t.adapter.createAuthenticator({ ...passkey }))

      spoil(await t.adapter.getAuthenticator(passkey.credentialID))
      const listed = await t.adapter.listAuthenticatorsByUserId(id)
      for (const each of listed) spoil(each)
      if (!Object.isFrozen(listed)) listed.length = 0

      t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "getAuthenticator afterwards")
      t.row((await t.adapter.listAuthenticatorsByUserId(id))[0], passkey, "the list afterwards")
    },
  },
  {
    id: "aliasing/arguments-are-not-kept",
    level: "must",
    clause: "SEC-A9",
    title: "Changing an argument after the call does not change the stored row",
    harm: "Code that reuses an object for the next call overwrites the row of the previous call.",
    fix: "Copy what you store, including the dates.",
    async run(t) {
      const user = t.user({ emailVerified: t.inDays(-1) })
      const { id } = await t.adapter.createUser(user)
      const session = t.session(id)
      const account = t.account(id)
      const key = accountKey(account)
      const expected = structuredClone({ user: { ...user, id }, session })
      await t.adapter.createSession(session)
      await t.adapter.linkAccount(account)

      for (const argument of [user, session, account]) spoil(argument)

      const found = await t.adapter.getSessionAndUser(expected.session.sessionToken)
      t.row(found?.session, expected.session, "the session afterwards")
      t.row(found?.user, expected.user, "the user afterwards")
      t.row(await t.adapter.getUserByAccount(key), { id }, "the owner of the account afterwards")
    },
  },
  {
    id: "aliasing/frozen-arguments-are-accepted",
    level: "should",
    clause: "SEC-A9",
    title: "Arguments may be frozen, and operations do not change them",
    harm: "The caller's objects are changed, or the call throws.",
    async run(t) {
      const user = Object.freeze(t.user())
      const { id } = await t.adapter.createUser(user)
      const session = Object.freeze(t.session(id))

      await t.adapter.updateUser(Object.freeze({ id, name: "Ada" }))
      await t.adapter.createSession(session)
      await t.adapter.updateSession(session)
      await t.adapter.linkAccount(Object.freeze(t.account(id)))
      await t.adapter.createVerificationToken(Object.freeze(t.verificationToken()))
    },
  },
]

/** Changes every field of a row in place, including its dates. */
function spoil(row: object | null | undefined): void {
  if (!row || Object.isFrozen(row)) return
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Date) value.setTime(0)
    Reflect.set(row, name, "spoilt")
  }
}
