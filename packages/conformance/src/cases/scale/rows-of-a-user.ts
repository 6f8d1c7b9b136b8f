import type { Case } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { everyTenth, inBatches, manyRows, mostOf } from "./in-batches.ts"

const changes = { name: "Grace", image: null }

const fix = "Repeat until no rows are left: a page, a batch and a scan can each end early."

export const rowsOfAUser: readonly Case[] = [
  {
    id: "many-rows/sessions-of-a-user",
    level: "must",
    clause: "SEC-B6",
    also: ["§4 createSession", "§4 getSessionAndUser"],
    title:
      "A user can have more than a hundred sessions, which all show changes of the user and are deleted with the user",
    harm: "A device is signed out when another signs in, or stays signed in after the user was deleted.",
    evidence: "@auth/dynamodb-adapter deletes 25 items and leaves the others",
    fix,
    async run(t) {
      const given = t.user()
      const { id } = await t.adapter.createUser(given)
      const bystander = await t.adapter.createUser(t.user())
      const kept = t.session(bystander.id)
      await t.adapter.createSession(kept)
      const sessions = times(manyRows(t), (nth) => t.session(id, { expires: t.inDays(1 + (nth % 300)) }))
      await inBatches(sessions, (session) => t.adapter.createSession(session))
      await inBatches(everyTenth(sessions), async (session) => {
        const found = await t.adapter.getSessionAndUser(session.sessionToken)
        t.row(found?.session, session, "one of many sessions")
        t.row(found?.user, { id }, "its user")
      })
      await t.adapter.updateUser({ id, ...changes })
      await inBatches(everyTenth(sessions), async ({ sessionToken }) =>
        t.row((await t.adapter.getSessionAndUser(sessionToken))?.user, changes, "the user after a change"),
      )

      await t.adapter.deleteUser(id)

      t.isNull(await t.adapter.getUser(id), "the deleted user")
      await inBatches(mostOf(t, sessions), async ({ sessionToken }) =>
        t.isNull(await t.adapter.getSessionAndUser(sessionToken), "a session of the deleted user"),
      )
      t.row((await t.adapter.getSessionAndUser(kept.sessionToken))?.session, kept, "another user's session")
      // A session that was left behind is found again as soon as a user has the same id.
      const again = await t.attempt(() => t.adapter.createUser({ ...given, id }))
      if (again.status === "rejected" || again.value.id !== id) return
      await inBatches(everyTenth(sessions), async ({ sessionToken }) =>
        t.isNull(await t.adapter.getSessionAndUser(sessionToken), "a session of the earlier user"),
      )
    },
  },
  {
    id: "many-rows/accounts-of-a-user",
    level: "must",
    clause: "SEC-B6",
    also: ["§4 linkAccount", "§4 getUserByAccount"],
    title:
      "A user can have more than a hundred accounts, which all show changes of the user and are deleted with the user",
    harm: "A sign-in method is lost, or the provider tokens of a deleted user stay in the database.",
    fix,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const accounts = times(manyRows(t), (nth) => t.account(id, { provider: `provider-${nth % 7}` }))
      await inBatches(accounts, (account) => t.adapter.linkAccount(account))
      await inBatches(everyTenth(accounts), async (account) => {
        t.row(
          await t.adapter.getUserByAccount(accountKey(account)),
          { id },
          "the owner of one of many accounts",
        )
        const found = await t.adapter.getAccount(account.providerAccountId, account.provider)
        t.row(found, account, "one of many accounts")
      })
      await t.adapter.updateUser({ id, ...changes })
      await inBatches(everyTenth(accounts), async (account) =>
        t.row(await t.adapter.getUserByAccount(accountKey(account)), changes, "the owner after a change"),
      )
      for (const account of [accounts[0], accounts.at(-1)])
        if (account) {
          await t.adapter.unlinkAccount(accountKey(account))
          t.isNull(await t.adapter.getUserByAccount(accountKey(account)), "the owner of an unlinked account")
        }

      await t.adapter.deleteUser(id)

      await inBatches(mostOf(t, accounts), async ({ provider, providerAccountId }) => {
        const key = { provider, providerAccountId }
        t.isNull(await t.adapter.getUserByAccount(key), "the owner of an account of the deleted user")
      })
      await inBatches(everyTenth(accounts), async ({ provider, providerAccountId }) =>
        t.isNull(await t.adapter.getAccount(providerAccountId, provider), "an account of the deleted user"),
      )
    },
  },
  {
    id: "many-rows/passkeys-of-a-user",
    level: "must",
    clause: "§4 listAuthenticatorsByUserId",
    also: ["SEC-F7", "SEC-B6"],
    title: "A user can have more than a hundred passkeys, which are all listed and all deleted with the user",
    harm: "A passkey is not offered at sign-in, or survives the user.",
    fix,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const providerAccountId = t.unique()
      // The first half has equal fields but for the ids: an adapter that lists in pages cannot continue by one of them.
      const half = Math.floor(manyRows(t) / 2)
      const passkeys = times(manyRows(t), (nth) =>
        t.authenticator(id, nth < half ? { counter: 0, providerAccountId } : { counter: nth }),
      )
      await inBatches(passkeys, (passkey) => t.adapter.createAuthenticator(passkey))
      const ids = passkeys.map(({ credentialID }) => credentialID).sort()

      const listed = await t.adapter.listAuthenticatorsByUserId(id)
      t.equal(listed.length, ids.length, "the length of the list")
      t.equal(listed.map(({ credentialID }) => credentialID).sort(), ids, "the ids in the list")
      const byId = new Map(listed.map((passkey) => [passkey.credentialID, passkey]))
      for (const passkey of passkeys) t.row(byId.get(passkey.credentialID), passkey, "a listed passkey")
      for (const [nth, passkey] of [passkeys[0], passkeys.at(-1)].entries()) {
        const { credentialID = "" } = passkey ?? {}
        const counter = passkeys.length + nth
        await t.adapter.updateAuthenticatorCounter(credentialID, counter)
        t.row(await t.adapter.getAuthenticator(credentialID), { counter }, "one of many passkeys")
      }

      await t.adapter.deleteUser(id)

      t.equal(await t.adapter.listAuthenticatorsByUserId(id), [], "the list of the deleted user")
      await inBatches(mostOf(t, passkeys), async ({ credentialID }) =>
        t.isNull(await t.adapter.getAuthenticator(credentialID), "a passkey of the deleted user"),
      )
    },
  },
  {
    id: "many-rows/tokens-of-an-address",
    level: "must",
    clause: "§4 createVerificationToken",
    also: ["SEC-E4", "SEC-B6"],
    title:
      "An address can have more than a hundred tokens, which all work once and are deleted with the user",
    harm: "A new sign-in link makes an older one invalid, or a link outlives the user.",
    fix,
    async run(t) {
      const { id, email: identifier } = await t.adapter.createUser(t.user())
      const tokens = times(manyRows(t), () => t.verificationToken({ identifier }))
      await inBatches(tokens, (token) => t.adapter.createVerificationToken(token))
      const some = Math.floor(tokens.length / 20)
      await inBatches([...tokens.slice(0, some), ...tokens.slice(-some)], async (token) =>
        t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "one of many tokens"),
      )

      await t.adapter.deleteUser(id)

      await inBatches(mostOf(t, tokens), async (token) =>
        t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "a token of the deleted user"),
      )
    },
  },
]
