import type { Case } from "../../case.ts"
import { countFulfilled, expectConflicts, times } from "../race-helpers.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

export const singleWinner: readonly Case[] = [
  {
    id: "races/one-use-of-a-token",
    level: "must",
    clause: "SEC-B1",
    also: ["§4 useVerificationToken", "vector 4", "SEC-E2"],
    title: "If many callers use one verification token at once, one of them gets it",
    harm: "An attacker with a leaked link signs in at the same time as its owner: two sessions from one email.",
    evidence:
      "@auth/drizzle-adapter on MySQL, @auth/unstorage-adapter, @auth/d1-adapter, @auth/typeorm-adapter: up to 20 of 20 callers got it",
    fix: "Delete and return the row in one statement, or check that your delete removed it.",
    run: (t) =>
      t.rounds(5, async () => {
        const token = t.verificationToken()
        await t.adapter.createVerificationToken(token)

        const uses = await t.race(
          times(t.effort === "full" ? 20 : 10, () => () => t.adapter.useVerificationToken(tokenKey(token))),
        )

        const winners = uses.filter((use) => use.status === "fulfilled" && use.value)
        t.equal(winners.length, 1, "callers that got the token")
      }),
  },
  {
    id: "races/one-user-of-an-address",
    level: "must",
    clause: "SEC-B2",
    also: ["client 1.6.11", "vector 11"],
    guarantees: ["unique_emails"],
    title: "If many callers sign up with one address at once, one user is created",
    harm: "A double click creates two users for one person, and the data of the person is split between them.",
    fix: "Put a unique index on the address. A lookup before the insert is not enough.",
    run: (t) =>
      t.rounds(3, async () => {
        const email = t.email()

        const outcomes = await t.race(times(10, () => () => t.adapter.createUser(t.user({ email }))))

        t.equal(countFulfilled(outcomes), 1, "sign-ups that succeeded")
        await expectConflicts(t, outcomes)
        const winner = outcomes.find((outcome) => outcome.status === "fulfilled")
        t.row(await t.adapter.getUserByEmail(email), { id: winner?.value.id }, "getUserByEmail afterwards")
      }),
  },
  {
    id: "races/one-user-of-an-id",
    level: "must",
    clause: "§4 createUser",
    also: ["SEC-B9"],
    title: "If many callers sign up with one id at once, every caller that succeeds finds its own user",
    harm: "A person is told that they signed up, but is signed in as another user or as none.",
    fix: "Make the id the primary key, and throw when the insert finds it taken.",
    run: (t) =>
      t.rounds(2, async () => {
        const { id } = t.user()

        const outcomes = await t.race(times(6, () => () => t.adapter.createUser(t.user({ id }))))

        for (const outcome of outcomes) {
          if (outcome.status === "rejected") continue
          const { id, email } = outcome.value
          t.row(await t.adapter.getUser(id), { email }, "getUser afterwards")
          t.row(await t.adapter.getUserByEmail(email), { id }, "getUserByEmail afterwards")
        }
      }),
  },
  {
    id: "races/one-owner-of-an-account",
    level: "must",
    clause: "SEC-B3",
    also: ["§4 linkAccount"],
    guarantees: ["unique_accounts"],
    title: "If many users link one account at once, one of them owns it",
    harm: "The account moves from one user to the other, with everything it gives access to.",
    fix: "Make (provider, providerAccountId) the primary key. A lookup before the insert is not enough.",
    run: (t) =>
      t.rounds(3, async () => {
        const users = await Promise.all(times(5, () => t.adapter.createUser(t.user())))
        const account = t.account("")

        const outcomes = await t.race(
          users.map(
            ({ id }) =>
              () =>
                t.adapter.linkAccount({ ...account, userId: id }),
          ),
        )

        t.equal(countFulfilled(outcomes), 1, "links that succeeded")
        await expectConflicts(t, outcomes)
        const owner = users[outcomes.findIndex(({ status }) => status === "fulfilled")]
        t.row(
          await t.adapter.getUserByAccount(accountKey(account)),
          { id: owner?.id },
          "the owner afterwards",
        )
      }),
  },
  {
    id: "races/one-session-of-a-token",
    level: "must",
    clause: "SEC-B5",
    also: ["§4 createSession"],
    guarantees: ["unique_sessions"],
    title: "If many sessions are created with one token at once, one is stored",
    harm: "One user's cookie opens the session of another.",
    run: (t) =>
      t.rounds(3, async () => {
        const users = await Promise.all(times(5, () => t.adapter.createUser(t.user())))
        const { sessionToken } = t.session("")

        const outcomes = await t.race(
          users.map(
            ({ id }) =>
              () =>
                t.adapter.createSession(t.session(id, { sessionToken })),
          ),
        )

        t.equal(countFulfilled(outcomes), 1, "sessions that were created")
        await expectConflicts(t, outcomes)
        const owner = users[outcomes.findIndex(({ status }) => status === "fulfilled")]
        const found = await t.adapter.getSessionAndUser(sessionToken)
        t.row(found?.user, { id: owner?.id }, "the user of the session")
      }),
  },
  {
    id: "races/one-owner-of-a-passkey",
    level: "must",
    clause: "SEC-B4",
    also: ["§7.2"],
    title: "If many users register one passkey at once, one of them owns it",
    harm: "A passkey signs in the wrong user.",
    run: (t) =>
      t.rounds(3, async () => {
        const users = await Promise.all(times(5, () => t.adapter.createUser(t.user())))
        const passkey = t.authenticator("")

        const outcomes = await t.race(
          users.map(
            ({ id }) =>
              () =>
                t.adapter.createAuthenticator({ ...passkey, userId: id }),
          ),
        )

        t.equal(countFulfilled(outcomes), 1, "registrations that succeeded")
        await expectConflicts(t, outcomes)
        const owner = users[outcomes.findIndex(({ status }) => status === "fulfilled")]
        t.row(await t.adapter.getAuthenticator(passkey.credentialID), { userId: owner?.id }, "the passkey")
      }),
  },
]
