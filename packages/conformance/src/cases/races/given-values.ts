import type { Case, CaseContext } from "../../case.ts"
import { sameValue } from "../../same-value.ts"
import { countFulfilled } from "../race-helpers.ts"

// Concurrent writes may take effect in any order, but the stored value is always one that a caller gave. An adapter
// that adds a difference to a value which it read before can add it twice.

type Column = {
  readonly name: string
  readonly says: string
  readonly clause: string
  readonly also: readonly string[]
  /** Stores a row, and returns three values for one of its columns and how to write and read them. */
  store(t: CaseContext): Promise<{
    readonly values: readonly unknown[]
    write(nth: number): Promise<unknown>
    read(): Promise<unknown>
  }>
}

/** Which of the values are written at once: the same one by several callers, or different ones. */
const crowds = [
  [0, 0],
  [1, 1, 1, 1],
  [0, 1],
  [1, 0, 1],
  [0, 1, 2, 2],
]

const givenValues = ({ name, says, store, ...about }: Column): Case => ({
  ...about,
  id: `given-values/${name}`,
  level: "must",
  title: `${says} that several callers write at once is a value that one of them gave`,
  harm: "A session lives longer than any request allowed, or the next sign-in with a passkey is refused.",
  fix: "Set the given value. Do not add a difference to a value that was read before.",
  run: (t) =>
    t.rounds(1, async (round) => {
      for (const crowd of crowds) {
        const { values, write, read } = await store(t)
        const outcomes = await t.race(
          crowd.map((which, nth) => async () => {
            // The first round starts all calls in the same turn.
            if (round > 0) await t.delay(nth + round)
            return write(which)
          }),
        )
        if (countFulfilled(outcomes) === 0) continue
        const found = await read()
        const given = crowd.map((which) => values[which])
        t.check(
          given.some((value) => sameValue(found, value)),
          `one of the values that were written: ${[...new Set(given.map(String))].join(", ")}`,
          found,
        )
      }
    }),
})

const columns: readonly Column[] = [
  {
    name: "counters",
    says: "A counter",
    clause: "§4 updateAuthenticatorCounter",
    also: ["SEC-F1", "SEC-B9"],
    async store(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(id, { counter: 2 }))
      const values = [5, 7, 12] as const
      return {
        values,
        write: (nth) => t.adapter.updateAuthenticatorCounter(credentialID, values[nth] ?? 0),
        read: async () => (await t.adapter.getAuthenticator(credentialID))?.counter,
      }
    },
  },
  {
    name: "expiries",
    says: "An expiry of a session",
    clause: "§4 updateSession",
    also: ["§3 session extended", "SEC-B9"],
    async store(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      const values = [40, 50, 60].map((days) => t.inDays(days))
      return {
        values,
        write: (nth) => t.adapter.updateSession({ sessionToken, expires: values[nth] ?? t.inDays(1) }),
        read: async () => (await t.adapter.getSessionAndUser(sessionToken))?.session.expires,
      }
    },
  },
]

export const givenValuesAreStored: readonly Case[] = columns.map(givenValues)
