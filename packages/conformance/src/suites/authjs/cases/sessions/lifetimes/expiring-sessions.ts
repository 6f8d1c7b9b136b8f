import { listCases } from "../../../case.ts"
import type { NewSession } from "../../../data.ts"
import { expectOwner, newAccount, newSession, readSession } from "../../stored.ts"
import { endedCheck, inMs, isLive, shortLife, untilExpired } from "./short-life.ts"

// Stores with automatic expiry count in seconds or minutes. These cases use rows that live for a moment, and wait.

export const shortLives = listCases({ guarantees: ["milliseconds"] }, [
  {
    id: "lifetimes/sessions-of-seconds",
    clause: "§4 getSessionAndUser",
    also: ["§2 AdapterSession", "SEC-A6"],
    title: "A session with seconds left is found, with the expiry that it was given",
    harm: "Users are signed out before their session ends.",
    fix: "Compare the expiry with the current time, without a tolerance.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const seconds of t.some([3, 8, 20, 45, 59, 90, 400], 4)) {
        const session = t.session(id, { expires: inMs(seconds * 1_000) })
        const { sessionToken, expires } = session
        const created = await t.attempt(() => t.adapter.createSession(session))
        if (created.status === "rejected" && isLive(expires)) throw created.reason
        const sessionAndUser = await t.adapter.getSessionAndUser(sessionToken)
        if (isLive(expires)) t.row(sessionAndUser?.session, session, `a session with ${seconds} seconds left`)

        const otherSession = await newSession(t, { userId: id })
        const shorter = { sessionToken: otherSession.sessionToken, expires: inMs(seconds * 1_000) }
        await t.attempt(() => t.adapter.updateSession(shorter))
        const shortened = await t.adapter.getSessionAndUser(otherSession.sessionToken)
        if (isLive(shorter.expires))
          t.row(shortened?.session, shorter, `a session shortened to ${seconds} seconds`)
      }
    },
  },
  {
    id: "lifetimes/extended-past-the-first-expiry",
    clause: "§3 session extended",
    also: ["§4 updateSession"],
    title: "A session that was extended is found after its first expiry has passed",
    harm: "Users are signed out although they are active.",
    fix: "Move the automatic expiry of the row together with its `expires` field.",
    waits: true,
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const ends = [inMs(8_000), inMs(50_000), t.inDays(30)]
      const extended: NewSession[] = []
      for (const expires of ends) {
        const first = t.session(id, { expires: shortLife(t) })
        const { sessionToken } = first
        const created = await t.attempt(() => t.adapter.createSession(first))
        if (created.status === "rejected" && isLive(first.expires)) throw created.reason
        await t.adapter.updateSession({ sessionToken, expires })
        if (isLive(first.expires)) extended.push({ ...first, expires })
      }

      await untilExpired(t)

      for (const session of extended) {
        const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
        if (!isLive(session.expires)) continue
        t.row(sessionAndUser?.session, session, "the extended session, after its first expiry")
        t.row(sessionAndUser?.user, { id, email }, "its user")
      }
    },
  },
  {
    id: "lifetimes/one-session-ends",
    clause: "SEC-D5",
    also: ["SEC-B6"],
    title: "When one session of a user expires, the user and their other rows stay and can still be deleted",
    harm: "The end of one session signs the user out everywhere, or hides sessions from the deletion of the user.",
    fix: "Do not let an index of sessions, or the row of the user, expire with one session.",
    waits: true,
    async run(t) {
      const user = t.user()
      const { id } = await t.adapter.createUser(user)
      const account = await newAccount(t, { userId: id })
      const lasting = [t.session(id), t.session(id)]
      const [first, last] = lasting.map(({ sessionToken }) => sessionToken)
      for (const session of [lasting[0], t.session(id, { expires: shortLife(t) }), lasting[1]])
        await t.attempt(() => t.adapter.createSession(session ?? t.session(id)))

      await untilExpired(t)

      t.row(await t.adapter.getUser(id), { ...user, id }, "the user")
      await expectOwner(t, account, id)
      for (const session of lasting) t.row(await readSession(t, session), session, "a live session")
      await t.adapter.deleteUser(id)
      for (const token of [first, last])
        t.isNull(await t.adapter.getSessionAndUser(token ?? ""), "a session of the deleted user")
    },
  },
  {
    id: "lifetimes/end-on-time",
    clause: "SEC-D6",
    also: ["§3 session expired", "client 1.6.7"],
    title: "An adapter that hides expired sessions hides them from the moment they expire",
    harm: "An account is linked to a former user of this browser, because the client does not check the expiry there.",
    fix: "Compare the expiry with the current time, without a tolerance.",
    waits: true,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const expectEnded = await endedCheck(t, id)
      const ended = [inMs(-1_500), inMs(-10_000), inMs(-45_000), inMs(-100_000), inMs(-1_000_000)]
      const sessions = ended.map((expires) => t.session(id, { expires }))
      for (const session of sessions) await t.attempt(() => t.adapter.createSession(session))
      const waited = t.session(id, { expires: shortLife(t) })
      await t.attempt(() => t.adapter.createSession(waited))
      const shortened = await newSession(t, { userId: id })
      shortened.expires = shortLife(t)
      await t.adapter.updateSession({ ...shortened })
      const inTime = isLive(shortened.expires)

      await untilExpired(t)

      for (const session of [...sessions, waited, ...(inTime ? [shortened] : [])]) await expectEnded(session)
    },
  },
])
