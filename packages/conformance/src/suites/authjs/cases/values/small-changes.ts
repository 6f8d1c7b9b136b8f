import type { NewCase } from "../../case.ts"
import { newSession, readSession } from "../stored.ts"

// Stores that compare before they write may take two values for one: dates as text, or names by a collation.

/** The next date that a store can distinguish: some milliseconds later, or a second if it cuts them off. */
const soonAfter = (date: Date): Date =>
  new Date(date.getTime() + (date.getUTCMilliseconds() === 0 ? 1000 : 1))

export const smallChanges: readonly NewCase[] = [
  {
    id: "small-changes/of-users",
    clause: "§4 updateUser",
    also: ["SEC-A6", "SEC-J7"],
    title: "A change of one millisecond, one letter's case or one space is stored",
    harm: "A user corrects their name, and the old one stays.",
    fix: "Write every given field, without comparing it with the stored value.",
    async run(t) {
      const emailVerified = t.inDays(-3)
      const user = t.user({ name: "Ada Lovelace", image: "/ada.png", emailVerified })
      const { id } = await t.adapter.createUser(user)
      for (const changes of [
        { name: "ada Lovelace" },
        { name: "ada Lovelace " },
        { name: "áda Lovelace" },
        { image: "/Ada.png" },
        { emailVerified: soonAfter(emailVerified) },
      ]) {
        t.row(await t.adapter.updateUser({ id, ...changes }), changes, "the updated user")
        t.row(await t.adapter.getUser(id), changes, "getUser")
      }
    },
  },
  {
    id: "small-changes/of-sessions",
    clause: "§4 updateSession",
    also: ["SEC-A6"],
    title: "An expiry that moves by one millisecond is stored",
    harm: "Two requests that extend a session at the same time both believe to be the first.",
    fix: "Write the given expiry, without comparing it with the stored one.",
    async run(t) {
      const session = await newSession(t)
      const { sessionToken } = session
      const expires = soonAfter(session.expires)

      const answer = await t.adapter.updateSession({ sessionToken, expires })

      t.rowOrNothing(answer, { expires }, "what updateSession returned")
      t.row(await readSession(t, { sessionToken }), { expires }, "the session afterwards")
    },
  },
]
