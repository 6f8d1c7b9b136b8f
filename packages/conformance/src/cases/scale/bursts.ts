import type { Case, CaseContext } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { everyTenth, inBatches } from "./in-batches.ts"

export const bursts: readonly Case[] = [
  {
    id: "bursts/ids-are-unique",
    level: "must",
    clause: "§4 createUser",
    also: ["client 1.6.1", "SEC-B9"],
    title: "Hundreds of users who are created at once without an id get different ids, and each is found",
    harm: "Two people who sign up in the same millisecond share one user.",
    fix: "Generate ids with crypto.randomUUID or in the database, not from the time or from a count of rows.",
    async run(t) {
      const emails = times(t.effort === "full" ? 600 : 60, () => t.email())

      const created = await Promise.all(emails.map((email) => t.adapter.createUser({ email })))

      t.equal(new Set(created.map(({ id }) => id)).size, emails.length, "different ids")
      const found = await Promise.all(emails.map((email) => t.adapter.getUserByEmail(email)))
      for (const [nth, { id }] of created.entries())
        t.row(found[nth], { id, email: emails[nth] ?? "" }, "getUserByEmail")
      for (const [nth, { id }] of everyTenth([...created.entries()]))
        t.row(await t.adapter.getUser(id), { id, email: emails[nth] ?? "" }, "getUser")
    },
  },
  {
    id: "bursts/rows-of-every-kind",
    level: "must",
    clause: "SEC-B9",
    also: ["§4 createSession", "§4 linkAccount", "§4 createAuthenticator", "§4 createVerificationToken"],
    title:
      "Hundreds of sessions, accounts, passkeys and tokens that are created and read at once are all found",
    harm: "Under load, a sign-in reports success and is lost.",
    fix: "Confirm a write only after the last statement of its batch.",
    async run(t) {
      for (const count of t.effort === "full" ? [130, 330] : [12]) await createAndRead(t, count)
    },
  },
  {
    id: "bursts/ids-are-not-counted",
    level: "must",
    clause: "§4 createUser",
    also: ["client 1.6.1", "SEC-B6"],
    title: "A user who is created without an id after others were deleted replaces no other user",
    harm: "A new user overwrites an old one, or gets the rows of a deleted one.",
    fix: "Generate ids with crypto.randomUUID or in the database, not from a count of rows.",
    async run(t) {
      const before = await inBatches(
        times(6, () => t.email()),
        (email) => t.adapter.createUser({ email }),
      )
      const [first, second, ...kept] = before
      for (const user of [first, second]) if (user) await t.adapter.deleteUser(user.id)

      const after = await inBatches(
        times(4, () => t.email()),
        (email) => t.adapter.createUser({ email }),
      )

      const all = [...kept, ...after]
      t.equal(new Set(all.map(({ id }) => id)).size, all.length, "different ids")
      for (const { id, email } of all) t.row(await t.adapter.getUser(id), { id, email }, "getUser")
    },
  },
]

/** Creates rows of every kind in one turn each, and reads them in the same way. */
async function createAndRead(t: CaseContext, count: number): Promise<void> {
  const { id } = await t.adapter.createUser(t.user())
  const sessions = times(count, () => t.session(id))
  await Promise.all(sessions.map((session) => t.adapter.createSession(session)))
  const accounts = times(count, () => t.account(id))
  await Promise.all(accounts.map((account) => t.adapter.linkAccount(account)))
  const passkeys = times(count, () => t.authenticator(id))
  await Promise.all(passkeys.map((passkey) => t.adapter.createAuthenticator(passkey)))
  const tokens = times(count, () => t.verificationToken())
  await Promise.all(tokens.map((token) => t.adapter.createVerificationToken(token)))

  // All lookups of a kind start in one turn, as in a batch of an adapter that collects them.
  const foundSessions = await Promise.all(
    sessions.map(({ sessionToken }) => t.adapter.getSessionAndUser(sessionToken)),
  )
  const owners = await Promise.all(accounts.map((account) => t.adapter.getUserByAccount(accountKey(account))))
  const foundAccounts = await Promise.all(
    accounts.map(({ provider, providerAccountId }) => t.adapter.getAccount(providerAccountId, provider)),
  )
  const foundPasskeys = await Promise.all(
    passkeys.map(({ credentialID }) => t.adapter.getAuthenticator(credentialID)),
  )
  const used = await Promise.all(tokens.map((token) => t.adapter.useVerificationToken(tokenKey(token))))
  for (let nth = 0; nth < count; nth++) {
    t.row(foundSessions[nth]?.session, sessions[nth] ?? {}, "a session")
    t.row(owners[nth], { id }, "the owner of an account")
    t.row(foundAccounts[nth], accounts[nth] ?? {}, "an account")
    t.row(foundPasskeys[nth], passkeys[nth] ?? {}, "a passkey")
    t.row(used[nth], tokens[nth] ?? {}, "a token")
  }
}
