import type { Case } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { movesSessions, twoUsersAndASession } from "../sessions/move-session.ts"

// More than 4, 8 and 16 at once: where the retries of an optimistic lock usually end.
const crowds = [6, 11, 22]

const fix =
  "Change each row with one statement that sets only the given fields, and throw when a retry fails."

export const lostUpdates: readonly Case[] = [
  {
    id: "lost-writes/many-updates-of-a-user",
    level: "must",
    clause: "SEC-B9",
    also: ["SEC-A5", "§4 updateUser"],
    title: "However many updates of one user run concurrently, each is stored or refused with an error",
    harm: "An address that was verified under load stays unverified, without an error.",
    fix,
    run: (t) =>
      t.rounds(1, async () => {
        for (const count of t.some(crowds, 1))
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
]
