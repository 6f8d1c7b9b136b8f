import type { Case, CaseContext } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey } from "../row-keys.ts"

const many = 18

/** Rows of one user that are all changed at the same moment. */
type Changed = {
  readonly name: string
  readonly clause: string
  readonly change: string
  /** Stores a row. Returns its change, and its check after the change. */
  store(
    t: CaseContext,
    userId: string,
    nth: number,
  ): Promise<{ change(): Promise<unknown>; check(): Promise<void> }>
}

const changedRows: readonly Changed[] = [
  {
    name: "extended-sessions",
    clause: "§4 updateSession",
    change: "Sessions of one user that are extended",
    async store(t, userId, nth) {
      const { sessionToken } = await t.adapter.createSession(t.session(userId))
      const expires = t.inDays(40 + nth)
      return {
        change: () => t.adapter.updateSession({ sessionToken, expires }),
        check: async () =>
          t.row((await t.adapter.getSessionAndUser(sessionToken))?.session, { userId, expires }, "a session"),
      }
    },
  },
  {
    name: "deleted-sessions",
    clause: "§4 deleteSession",
    change: "Sessions of one user that are deleted",
    async store(t, userId) {
      const { sessionToken } = await t.adapter.createSession(t.session(userId))
      return {
        change: () => t.adapter.deleteSession(sessionToken),
        check: async () => t.isNull(await t.adapter.getSessionAndUser(sessionToken), "a deleted session"),
      }
    },
  },
  {
    name: "unlinked-accounts",
    clause: "§4 unlinkAccount",
    change: "Accounts of one user that are unlinked",
    async store(t, userId) {
      const account = t.account(userId)
      await t.adapter.linkAccount(account)
      return {
        change: () => t.adapter.unlinkAccount(accountKey(account)),
        check: async () =>
          t.isNull(await t.adapter.getUserByAccount(accountKey(account)), "the owner of an unlinked account"),
      }
    },
  },
  {
    name: "counters-of-passkeys",
    clause: "§4 updateAuthenticatorCounter",
    change: "Passkeys of one user whose counters are updated",
    async store(t, userId, nth) {
      const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(userId))
      return {
        change: () => t.adapter.updateAuthenticatorCounter(credentialID, nth + 1),
        async check() {
          const listed = await t.adapter.listAuthenticatorsByUserId(userId)
          const passkey = listed.find((each) => each.credentialID === credentialID)
          t.row(passkey, { counter: nth + 1 }, "a listed passkey")
        },
      }
    },
  },
]

const ofRows = ({ name, clause, change, store }: Changed): Case => ({
  id: `lost-writes/${name}`,
  level: "must",
  clause: "SEC-B9",
  also: [clause],
  title: `${change} concurrently are each changed or refused with an error`,
  harm: "A change is acknowledged and lost: a sign-out or a new expiry has no effect.",
  fix: "Change each row with one statement, and throw when a retry fails.",
  run: (t) =>
    t.rounds(1, async () => {
      const { id } = await t.adapter.createUser(t.user())
      const rows = await Promise.all(times(many, (nth) => store(t, id, nth)))
      const outcomes = await t.race(rows.map(({ change }) => change))
      for (const [nth, outcome] of outcomes.entries())
        if (outcome.status === "fulfilled") await rows[nth]?.check()
    }),
})

export const changedRowsOfAUser: readonly Case[] = changedRows.map(ofRows)
