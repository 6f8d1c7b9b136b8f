import { times } from "../../../../../engine/case-tools/race-helpers.ts"
import { hasFields } from "../../../../../engine/case-tools/same-value.ts"
import type { NewCase } from "../../../case.ts"
import { expectFound, type Kind, kinds, newOwner } from "../../rows.ts"
import { movesSessions, twoUsersAndASession } from "../../sessions/move-session.ts"

const fix =
  "Change each row with one statement that sets only the given fields, and throw when a retry fails."

/** Which of several changes are written at once: the same one by several callers, or different ones. */
const crowds = [
  [0, 0],
  [1, 1, 1, 1],
  [0, 1],
  [1, 0, 1],
  [0, 1, 2, 2],
]

// Concurrent writes may take effect in any order, but the stored values are always those that one caller gave. An adapter
// that adds a difference to a value which it read before can add it twice.
const givenValues = (kind: Kind): NewCase => ({
  id: `lost-writes/one-${kind.name}`,
  clause: `§4 ${kind.update}`,
  also: ["SEC-B9"],
  title: `Concurrent changes of ${kind.one} leave the values of one caller`,
  harm: "A session lives longer than any request allowed, or the next sign-in with a passkey is refused.",
  fix: "Set the given values. Do not add a difference to a value that was read before.",
  run: (t) =>
    t.rounds(1, async (round) => {
      const owner = await newOwner(t)
      for (const crowd of crowds) {
        const row = await kind.row(t, owner).store()
        const changes = times(3, (index) => kind.changes?.(t, index))
        const outcomes = await t.race(
          crowd.map((which, index) => async () => {
            // The first round starts all calls in the same turn.
            if (round > 0) await t.delay(index + round)
            return (await row.change?.(changes[which])) ?? row
          }),
        )
        const written = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []))
        if (written.length === 0) continue
        const storedFields = await written[0]?.lookups[0]?.read()
        const last = written.find(({ lookups }) => hasFields(storedFields, lookups[0]?.expected ?? {}))
        t.check(last !== undefined, "the values that one of the callers gave", storedFields)
        if (last) await expectFound(t, last)
      }
    }),
})

export const lostWritesOfOneRow: readonly NewCase[] = [
  ...kinds.filter(({ changes }) => changes).map(givenValues),
  {
    id: "lost-writes/fields-of-a-user",
    clause: "SEC-A5",
    also: ["SEC-B9", "§4 updateUser"],
    title: "Concurrent updates of different fields of one user are all stored",
    harm: "A verified address becomes unverified because the name was changed at the same moment.",
    evidence:
      "@auth/pg-adapter, @auth/d1-adapter and @auth/unstorage-adapter read the user and write back every field",
    fix: "Write only the given fields, without reading the row first.",
    run: (t) =>
      t.rounds(5, async (round) => {
        const { id } = await t.adapter.createUser(t.user())
        const changes = { name: `Ada ${round}`, emailVerified: t.inDays(-1), image: null, email: t.email() }

        await t.race(
          Object.entries(changes).map(
            ([field, value]) =>
              () =>
                t.adapter.updateUser({ id, [field]: value }),
          ),
        )

        t.row(await t.adapter.getUser(id), { id, ...changes }, "getUser afterwards")
      }),
  },
  {
    id: "lost-writes/crowd-of-updates",
    clause: "SEC-B9",
    also: ["SEC-A5", "§4 updateUser"],
    title: "Each of many concurrent updates of one user is stored or refused with an error",
    harm: "An address that was verified under load stays unverified, without an error.",
    fix,
    run: (t) =>
      t.rounds(1, async () => {
        // More than 4, 8 and 16 at once: where the retries of an optimistic lock usually end.
        for (const count of t.some([6, 11, 22], 1))
          for (const first of [true, false]) {
            const { id } = await t.adapter.createUser(t.user())
            const names = times(count, (index) => ({ name: `Ada ${index}` }))
            // Each field has one writer, which starts before or after the crowd that writes the name.
            const lone = [{ emailVerified: t.inDays(-1) }, { image: null }, { email: t.email() }]
            const changes = first ? [...lone, ...names] : [...names, ...lone]

            const outcomes = await t.race(
              changes.map((change) => () => t.adapter.updateUser({ id, ...change })),
            )

            const stored = changes.filter((_, index) => outcomes[index]?.status === "fulfilled")
            const storedUser = await t.adapter.getUser(id)
            for (const change of stored)
              if (!("name" in change)) t.row(storedUser, change, "getUser afterwards")
            t.check(
              names.every((change) => !stored.includes(change)) ||
                names.some(({ name }) => name === storedUser?.name),
              "getUser afterwards: a name that was written",
              storedUser?.name,
            )
            const { email = "", name } = storedUser ?? {}
            t.row(await t.adapter.getUserByEmail(email), { id, name }, "getUserByEmail afterwards")
          }
      }),
  },
  {
    id: "lost-writes/owner-and-expiry",
    clause: "SEC-A5",
    also: ["SEC-B9", "§4 updateSession"],
    title: "A session that is extended while it moves to another user has the new owner and expiry",
    harm: "A session returns to its earlier user, or a session that was extended ends too early.",
    fix,
    async run(t) {
      const moves = await movesSessions(t)
      await t.interleavings(async (fire) => {
        const { bob, session, move, read } = await twoUsersAndASession(t)
        const { sessionToken } = session
        const expires = t.inDays(60)

        const [moved, extended] = await fire(move, () => t.adapter.updateSession({ sessionToken, expires }))

        const owner = moves && moved.status === "fulfilled" ? bob.id : session.userId
        const sessionAndUser = await read()
        t.row(sessionAndUser?.session, { userId: owner }, "the session afterwards")
        t.row(sessionAndUser?.user, { id: owner }, "its user")
        if (extended.status === "fulfilled")
          t.row(sessionAndUser?.session, { expires }, "the session afterwards")
      })
    },
  },
]
