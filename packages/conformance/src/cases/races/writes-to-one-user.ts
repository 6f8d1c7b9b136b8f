import type { Case } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { expectAsStored, twoPeople } from "../scope/two-people.ts"

const many = 8
const fix = "Store each row on its own, not in a document of the user that is read, changed and written back."

export const writesToOneUser: readonly Case[] = [
  {
    id: "writes-to-one-user/of-every-kind",
    level: "must",
    clause: "SEC-B9",
    also: ["SEC-A5"],
    title: "Concurrent writes to different rows of one user are all stored",
    harm: "A sign-out, a new passkey or a removed account is lost because something else was saved at that moment.",
    fix,
    run: (t) =>
      t.rounds(2, async (round) => {
        const [ada] = await twoPeople(t)
        const { user, accounts, sessions, passkeys, tokens } = ada
        const [unlinked, ended, used] = [accounts.shift(), sessions.shift(), tokens.shift()]
        const [extended, counted] = [sessions[0], passkeys.at(-1)]
        if (!unlinked || !ended || !used || !extended || !counted) return
        const [account, session] = [t.account(user.id), t.session(user.id)]
        const [passkey, token] = [t.authenticator(user.id), t.verificationToken({ identifier: user.email })]
        user.name = t.unique()
        extended.expires = t.inDays(60)
        counted.counter = 9

        const outcomes = await t.race<unknown>(
          [
            () => t.adapter.updateUser({ id: user.id, name: user.name }),
            () => t.adapter.linkAccount(account),
            () => t.adapter.unlinkAccount(accountKey(unlinked)),
            () => t.adapter.createSession(session),
            () => t.adapter.updateSession({ ...extended }),
            () => t.adapter.deleteSession(ended.sessionToken),
            () => t.adapter.createVerificationToken(token),
            () => t.adapter.useVerificationToken(tokenKey(used)),
            () => t.adapter.createAuthenticator(passkey),
            () => t.adapter.updateAuthenticatorCounter(counted.credentialID, 9),
          ].map((call, nth) => async () => {
            // The first round starts all calls in the same turn.
            if (round > 0) await t.delay(nth + round)
            return call()
          }),
        )

        for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason
        accounts.push(account)
        sessions.push(session)
        passkeys.push(passkey)
        tokens.push(token)
        await expectAsStored(t, ada)
        t.isNull(await t.adapter.getUserByAccount(accountKey(unlinked)), "the owner of the unlinked account")
        t.isNull(await t.adapter.getSessionAndUser(ended.sessionToken), "the deleted session")
        t.isNull(await t.adapter.useVerificationToken(tokenKey(used)), "the used token")
      }),
  },
  {
    id: "writes-to-one-user/extensions-and-sign-outs",
    level: "must",
    clause: "SEC-B9",
    also: ["§4 updateSession", "§4 deleteSession"],
    title: "Sessions of one user that are extended and deleted concurrently each get their own change",
    harm: "A device that was signed out stays signed in.",
    fix,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const kept = times(many, () => t.session(id))
      const ended = times(many, () => t.session(id))
      for (const session of [...kept, ...ended]) await t.adapter.createSession(session)

      const changes = kept.map((session, nth) => ({ ...session, expires: t.inDays(31 + nth) }))
      await t.race<unknown>([
        ...changes.map(
          ({ sessionToken, expires }) =>
            () =>
              t.adapter.updateSession({ sessionToken, expires }),
        ),
        ...ended.map(
          ({ sessionToken }) =>
            () =>
              t.adapter.deleteSession(sessionToken),
        ),
      ])

      for (const session of changes)
        t.row((await t.adapter.getSessionAndUser(session.sessionToken))?.session, session, "a session")
      for (const { sessionToken } of ended)
        t.isNull(await t.adapter.getSessionAndUser(sessionToken), "a deleted session")
    },
  },
  {
    id: "writes-to-one-user/counters",
    level: "must",
    clause: "SEC-B9",
    also: ["§4 updateAuthenticatorCounter"],
    title: "Counters of several passkeys of one user that are updated concurrently are all stored",
    harm: "A cloned passkey is not detected, because the counter of the original was lost.",
    fix,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const passkeys = times(many, (nth) => t.authenticator(id, { credentialBackedUp: nth % 2 === 0 }))
      for (const passkey of passkeys) await t.adapter.createAuthenticator(passkey)

      await t.race(
        passkeys.map(
          ({ credentialID }, nth) =>
            () =>
              t.adapter.updateAuthenticatorCounter(credentialID, nth + 1),
        ),
      )

      const listed = await t.adapter.listAuthenticatorsByUserId(id)
      for (const [nth, passkey] of passkeys.entries()) {
        const own = listed.find(({ credentialID }) => credentialID === passkey.credentialID)
        t.row(own, { ...passkey, counter: nth + 1 }, "a listed passkey")
      }
    },
  },
]
