import type { OperationName } from "../../../contract/operations.ts"
import type { Case, CaseContext } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey } from "../row-keys.ts"
import { moveNeeds, movesSessions, twoUsersAndASession } from "../sessions/move-session.ts"

// More than 4, 8 and 16 at once: where the retries of an optimistic lock usually end.
const crowds = [6, 11, 22]

const fix =
  "Change each row with one statement that sets only the given fields, and throw when a retry fails."

/** Rows of one user that are all changed at the same moment. */
type Changed = {
  readonly name: string
  readonly clause: string
  readonly change: string
  readonly needs: readonly OperationName[]
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
    needs: ["createSession", "updateSession", "getSessionAndUser"],
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
    needs: ["createSession", "deleteSession", "getSessionAndUser"],
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
    needs: ["linkAccount", "unlinkAccount", "getUserByAccount"],
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
    needs: ["createAuthenticator", "updateAuthenticatorCounter", "listAuthenticatorsByUserId"],
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

const ofRows = ({ name, clause, change, needs, store }: Changed): Case => ({
  id: `lost-writes/${name}`,
  level: "must",
  clause: "SEC-B9",
  also: [clause],
  title: `${change} concurrently are each changed or refused with an error`,
  harm: "A change is acknowledged and lost: a sign-out or a new expiry has no effect.",
  fix,
  needs: ["createUser", ...needs],
  run: (t) =>
    t.rounds(1, async () => {
      const { id } = await t.adapter.createUser(t.user())
      const rows = await Promise.all(times(crowds.at(-1) ?? 0, (nth) => store(t, id, nth)))
      const outcomes = await t.race(rows.map(({ change }) => change))
      for (const [nth, outcome] of outcomes.entries())
        if (outcome.status === "fulfilled") await rows[nth]?.check()
    }),
})

export const lostUpdates: readonly Case[] = [
  {
    id: "lost-writes/many-updates-of-a-user",
    level: "must",
    clause: "SEC-B9",
    also: ["SEC-A5", "§4 updateUser"],
    title: "However many updates of one user run concurrently, each is stored or refused with an error",
    harm: "An address that was verified under load stays unverified, without an error.",
    fix,
    needs: ["createUser", "updateUser", "getUser", "getUserByEmail"],
    run: (t) =>
      t.rounds(1, async () => {
        for (const count of crowds)
          for (const first of [true, false]) {
            const { id } = await t.adapter.createUser(t.user())
            const names = times(count, (nth) => ({ name: `Ada ${nth}` }))
            // Each field has one writer, which starts before or after the crowd that writes the name.
            const lone = [{ emailVerified: t.inDays(-1) }, { image: null }, { email: t.email() }]
            const changes = first ? [...lone, ...names] : [...names, ...lone]

            const outcomes = await t.race(
              changes.map((change) => () => t.adapter.updateUser({ id, ...change })),
            )

            const stored = changes.filter((_, nth) => outcomes[nth]?.status === "fulfilled")
            const found = await t.adapter.getUser(id)
            for (const change of stored) if (!("name" in change)) t.row(found, change, "getUser afterwards")
            t.check(
              names.every((each) => !stored.includes(each)) || names.some(({ name }) => name === found?.name),
              "getUser afterwards: a name that was written",
              found?.name,
            )
            t.row(
              await t.adapter.getUserByEmail(found?.email ?? ""),
              { id, name: found?.name },
              "getUserByEmail",
            )
          }
      }),
  },
  {
    id: "lost-writes/owner-and-expiry-of-a-session",
    level: "must",
    clause: "SEC-A5",
    also: ["SEC-B9", "§4 updateSession"],
    title:
      "A session that is extended while it is moved to another user has the new owner and the new expiry",
    harm: "A session returns to its earlier user, or a session that was extended ends too early.",
    fix,
    needs: moveNeeds,
    async run(t) {
      const moves = await movesSessions(t)
      await t.interleavings(async (fire) => {
        const { bob, session, move, read } = await twoUsersAndASession(t)
        const { sessionToken } = session
        const expires = t.inDays(60)

        const [moved, extended] = await fire(move, () => t.adapter.updateSession({ sessionToken, expires }))

        const owner = moves && moved.status === "fulfilled" ? bob.id : session.userId
        const found = await read()
        t.row(found?.session, { userId: owner }, "the session afterwards")
        t.row(found?.user, { id: owner }, "its user")
        if (extended.status === "fulfilled") t.row(found?.session, { expires }, "the session afterwards")
      })
    },
  },
  ...changedRows.map(ofRows),
]
