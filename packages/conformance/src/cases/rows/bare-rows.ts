import type { Case } from "../../case.ts"
import { bareUsers } from "./bare-users.ts"

const about = {
  level: "must",
  harm: "People whose provider sends few fields cannot sign in, though their rows are stored.",
  evidence: "A lookup that joins tables on an optional column, or checks it, loses the rows without it",
  fix: "Join and filter by the keys alone. Decide by the row whether it exists, not by one of its fields.",
} as const

const emptyTokens = {
  ...{ access_token: null, refresh_token: null, id_token: null },
  ...{ expires_at: null, scope: null, token_type: null },
}

export const bareRows: readonly Case[] = [
  {
    ...about,
    id: "bare-rows/users",
    clause: "§2 AdapterUser",
    also: ["§4 getUserByAccount", "§4 getSessionAndUser", "client 1.6.2"],
    title: "Users whose optional fields are all absent are found by id, address, account and session",
    async run(t) {
      for (const { what, id, email, fields } of await bareUsers(t)) {
        const { provider, providerAccountId, type } = t.account(id)
        await t.adapter.linkAccount({ userId: id, type, provider, providerAccountId })
        const session = t.session(id)
        await t.adapter.createSession(session)
        for (const when of ["", ", after an update"]) {
          if (when) await t.adapter.updateUser({ id, image: null })
          t.row(await t.adapter.getUser(id), fields, `getUser of ${what}${when}`)
          if (email) t.row(await t.adapter.getUserByEmail(email), fields, `getUserByEmail of ${what}${when}`)
          const owner = await t.adapter.getUserByAccount({ provider, providerAccountId })
          t.row(owner, fields, `getUserByAccount of ${what}${when}`)
          const found = await t.adapter.getSessionAndUser(session.sessionToken)
          t.row(found?.user, fields, `getSessionAndUser of ${what}${when}`)
          t.row(found?.session, session, `the session of ${what}${when}`)
        }
      }
    },
  },
  {
    ...about,
    id: "bare-rows/accounts",
    clause: "§2 AdapterAccount",
    also: ["§4 getAccount", "§4 unlinkAccount"],
    title: "Accounts whose optional fields are all absent are found, and unlinked, whoever owns them",
    async run(t) {
      for (const { what, id } of await bareUsers(t)) {
        const { provider, providerAccountId } = t.account(id)
        const key = { provider, providerAccountId }
        // A passkey sign-up links an account like this one.
        const account = { userId: id, type: "webauthn", ...key } as const
        await t.adapter.linkAccount(account)
        const expected = { ...account, ...emptyTokens }
        t.row(await t.adapter.getAccount(providerAccountId, provider), expected, `the account of ${what}`)
        t.row(await t.adapter.getUserByAccount(key), { id }, `the owner, ${what}`)
        t.rowOrNothing(await t.adapter.unlinkAccount(key), key, `the unlinked account of ${what}`)
        t.isNull(await t.adapter.getAccount(providerAccountId, provider), `getAccount afterwards of ${what}`)
        t.isNull(await t.adapter.getUserByAccount(key), `getUserByAccount afterwards of ${what}`)
      }
    },
  },
  {
    ...about,
    id: "bare-rows/sessions",
    clause: "§2 AdapterSession",
    also: ["§4 getSessionAndUser", "§4 updateSession", "§4 deleteSession"],
    title: "Sessions of users whose optional fields are all absent are found, extended and deleted",
    async run(t) {
      for (const { what, id, fields } of await bareUsers(t)) {
        const session = t.session(id)
        const { sessionToken } = session
        t.row(await t.adapter.createSession(session), session, `the created session of ${what}`)
        const found = await t.adapter.getSessionAndUser(sessionToken)
        t.row(found?.session, session, `the session of ${what}`)
        t.row(found?.user, fields, `the user of the session, ${what}`)
        const expires = t.inDays(60)
        const updated = await t.adapter.updateSession({ sessionToken, expires })
        t.rowOrNothing(updated, { sessionToken, userId: id, expires }, `the extended session of ${what}`)
        const later = await t.adapter.getSessionAndUser(sessionToken)
        t.row(later?.session, { expires }, `the session of ${what}, after the extension`)
        t.rowOrNothing(await t.adapter.deleteSession(sessionToken), { sessionToken }, "the deleted session")
        t.isNull(await t.adapter.getSessionAndUser(sessionToken), `getSessionAndUser afterwards of ${what}`)
      }
    },
  },
  {
    ...about,
    id: "bare-rows/passkeys",
    clause: "§2 AdapterAuthenticator",
    also: ["§4 getAuthenticator", "§4 listAuthenticatorsByUserId"],
    title:
      "Passkeys without transports, with a counter of zero, are found and listed beside others, whoever owns them",
    async run(t) {
      for (const { what, id } of await bareUsers(t)) {
        const { transports: _, ...bare } = t.authenticator(id, { counter: 0, credentialBackedUp: false })
        const passkeys = [bare, t.authenticator(id, { counter: 5 })]
        const expected = [{ ...bare, transports: null }, passkeys[1] ?? bare]
        for (const [nth, passkey] of passkeys.entries()) {
          const row = expected[nth] ?? bare
          t.row(await t.adapter.createAuthenticator(passkey), row, `the created passkey of ${what}`)
          t.row(await t.adapter.getAuthenticator(passkey.credentialID), row, `a passkey of ${what}`)
          const updated = await t.adapter.updateAuthenticatorCounter(passkey.credentialID, passkey.counter)
          t.row(updated, row, `the used passkey of ${what}`)
          const listed = await t.adapter.listAuthenticatorsByUserId(id)
          t.equal(listed.length, nth + 1, `the number of listed passkeys of ${what}`)
          for (const each of expected.slice(0, nth + 1))
            t.row(
              listed.find(({ credentialID }) => credentialID === each.credentialID),
              each,
              `a listed passkey of ${what}`,
            )
        }
      }
    },
  },
  {
    ...about,
    id: "bare-rows/lists",
    level: "may",
    clause: "SEC-D7",
    title: "listSessions and listAccounts contain the rows of users whose optional fields are all absent",
    async run(t) {
      const { listSessions, listAccounts } = t.extras
      for (const { what, id } of await bareUsers(t)) {
        const { provider, providerAccountId, type } = t.account(id)
        const account = { userId: id, type, provider, providerAccountId }
        await t.adapter.linkAccount(account)
        const session = t.session(id)
        await t.adapter.createSession(session)
        const [accounts, sessions] = [await listAccounts(id), await listSessions(id)]
        t.equal([accounts.length, sessions.length], [1, 1], `the lengths of the lists of ${what}`)
        t.row(accounts[0], account, `the listed account of ${what}`)
        const { sessionToken: _, ...rest } = session
        t.row(sessions[0], rest, `the listed session of ${what}`)
        t.equal(
          Object.keys(accounts[0] ?? {}).sort(),
          Object.keys((await t.adapter.getAccount(providerAccountId, provider)) ?? {}).sort(),
          "the fields of a listed account, as getAccount returns them",
        )
      }
    },
  },
]
