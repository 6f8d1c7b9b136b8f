import type { Case, CaseContext } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

// A store that keeps all rows of a user in one document, or in lists, loses one of two writes when it reads, changes and
// writes back the whole. Here every kind of write of one user's rows runs at the same moment.

type Write = { run(): Promise<unknown>; check(): Promise<void> }

/** Prepares one write of each kind, with the check that it was stored. */
async function writesOf(t: CaseContext, userId: string): Promise<Write[]> {
  const name = t.unique()
  const [created, extended, ended] = [t.session(userId), t.session(userId), t.session(userId)]
  const [linked, unlinked] = [t.account(userId), t.account(userId)]
  const [registered, used] = [t.authenticator(userId), t.authenticator(userId)]
  for (const session of [extended, ended]) await t.adapter.createSession(session)
  await t.adapter.linkAccount(unlinked)
  await t.adapter.createAuthenticator(used)
  extended.expires = t.inDays(50)
  const passkey = async (id: string) =>
    (await t.adapter.listAuthenticatorsByUserId(userId)).find(({ credentialID }) => credentialID === id)
  const session = async (token: string) => (await t.adapter.getSessionAndUser(token))?.session ?? null
  return [
    {
      run: () => t.adapter.updateUser({ id: userId, name }),
      check: async () => t.row(await t.adapter.getUser(userId), { name }, "the updated user"),
    },
    {
      run: () => t.adapter.createSession(created),
      check: async () => t.row(await session(created.sessionToken), created, "the created session"),
    },
    {
      run: () => t.adapter.updateSession({ sessionToken: extended.sessionToken, expires: extended.expires }),
      check: async () => t.row(await session(extended.sessionToken), extended, "the extended session"),
    },
    {
      run: () => t.adapter.deleteSession(ended.sessionToken),
      check: async () => t.isNull(await session(ended.sessionToken), "the deleted session"),
    },
    {
      run: () => t.adapter.linkAccount(linked),
      check: async () =>
        t.row(
          await t.adapter.getUserByAccount(accountKey(linked)),
          { id: userId },
          "the owner of the account",
        ),
    },
    {
      run: () => t.adapter.unlinkAccount(accountKey(unlinked)),
      check: async () => t.isNull(await t.adapter.getUserByAccount(accountKey(unlinked)), "the former owner"),
    },
    {
      run: () => t.adapter.createAuthenticator(registered),
      check: async () => t.row(await passkey(registered.credentialID), registered, "the registered passkey"),
    },
    {
      run: () => t.adapter.updateAuthenticatorCounter(used.credentialID, 9),
      check: async () => t.row(await passkey(used.credentialID), { ...used, counter: 9 }, "the used passkey"),
    },
  ]
}

export const neighbouringWrites: readonly Case[] = [
  {
    id: "lost-writes/of-neighbouring-rows",
    level: "must",
    clause: "SEC-B9",
    title: "Concurrent writes of different rows of one user are each stored or refused with an error",
    harm: "A sign-out or a registered passkey is lost, because the user's name was changed at the same moment.",
    fix: "Store each row by its own key, not in a document or a list that is read, changed and written back.",
    run: (t) =>
      t.rounds(3, async (round) => {
        const { id } = await t.adapter.createUser(t.user())
        const writes = (await writesOf(t, id)).sort(() => t.random() - 0.5)

        const outcomes = await t.race(
          writes.map(({ run }, nth) => async () => {
            if (round % 2 === 1) await t.turns(nth)
            return run()
          }),
        )

        for (const [nth, outcome] of outcomes.entries())
          if (outcome.status === "fulfilled") await writes[nth]?.check()
      }),
  },
]
