import type { Case, CaseContext } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { aMomentLater } from "./a-moment-later.ts"

// Two updates of one row overlap: either of them may be the last one. What is read after both is the state, and a queue
// that delivers one of them again must not change it. In half of the rows a third update follows at once and decides.

type Overlap = {
  readonly name: string
  readonly says: string
  readonly clause: string
  /** Stores a row. `write` makes the nth of three updates of all of its fields. */
  store(t: CaseContext): Promise<{ write(nth: number): Promise<unknown>; read(): Promise<unknown> }>
}

/** How many turns later the second update starts: one row for each, once with and once without a third update. */
const delays = [0, 1, 2, 3, 5, 8]

const overlapCase = ({ name, says, store, ...about }: Overlap): Case =>
  aMomentLater({
    ...about,
    id: `late-effects/${name}`,
    also: ["SEC-B9"],
    title: `${says} is the same at once and a moment later`,
    harm: "A change is undone by an earlier one that was made at almost the same moment.",
    fix: "Deliver each write once and in order, or return from it only after it was stored.",
    async make(t) {
      const chosen = t.some(delays, 3)
      const rows = await Promise.all(times(chosen.length * 2, () => store(t)))
      const states = await Promise.all(
        rows.map(async ({ write, read }, nth) => {
          const delay = chosen[nth % chosen.length] ?? 0
          const second = () => write(1)
          await Promise.allSettled([write(0), delay === 0 ? second() : t.turns(delay).then(second)])
          if (nth < chosen.length) await write(2)
          return read()
        }),
      )
      return async () => {
        for (const [nth, { read }] of rows.entries())
          t.equal(await read(), states[nth], "the row after overlapping updates")
      }
    },
  })

const overlaps: readonly Overlap[] = [
  {
    name: "overlapping-updates-of-a-user",
    says: "A user who was updated by overlapping calls",
    clause: "§4 updateUser",
    async store(t) {
      const { id } = await t.adapter.createUser(t.user())
      const changes = times(3, (nth) => ({
        ...{ name: `Ada ${nth}`, image: `https://example.com/${nth}.png`, email: t.email() },
        emailVerified: t.inDays(-1 - nth),
      }))
      return {
        write: (nth) => t.adapter.updateUser({ id, ...changes[nth] }),
        read: () => t.adapter.getUser(id),
      }
    },
  },
  {
    name: "overlapping-extensions",
    says: "A session that was extended by overlapping calls",
    clause: "§4 updateSession",
    async store(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      return {
        write: (nth) => t.adapter.updateSession({ sessionToken, expires: t.inDays([60, 50, 5][nth] ?? 1) }),
        read: async () => (await t.adapter.getSessionAndUser(sessionToken))?.session,
      }
    },
  },
  {
    name: "overlapping-counters",
    says: "A passkey whose counter was updated by overlapping calls",
    clause: "§4 updateAuthenticatorCounter",
    async store(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { credentialID } = await t.adapter.createAuthenticator(t.authenticator(id))
      return {
        write: (nth) => t.adapter.updateAuthenticatorCounter(credentialID, [3, 4, 8][nth] ?? 9),
        read: () => t.adapter.getAuthenticator(credentialID),
      }
    },
  },
]

export const overlappingChanges: readonly Case[] = overlaps.map(overlapCase)
