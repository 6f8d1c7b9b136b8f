import type { NewCase } from "../../../case.ts"
import { readSession } from "../../stored.ts"
import { endedCheck, inMs, isLive } from "./short-life.ts"

// A slow store may need a longer life: the case uses the first one that the lookup is in time for.
const livesMs = [150, 600, 2_500]

/** How long after the expiry the case looks. At full effort longer, for stores that round up to whole seconds. */
const marginMs = { quick: 60, full: 1_100 }

/** This case must run alone, because a write of another case may clear the cache that it looks for. */
export const seenSessions: readonly NewCase[] = [
  {
    id: "lifetimes/seen-until-the-end",
    clause: "SEC-D5",
    also: ["SEC-D6", "§3 session expired"],
    guarantees: ["milliseconds"],
    title: "A session that was read or changed shortly before its expiry ends by its last expiry",
    harm: "An account is linked to a former user of this browser, because the client does not check the expiry there.",
    evidence: "A read-through cache with a time to live of its own",
    fix: "Compare the expiry with the current time even when the row comes from a cache.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const expectEnded = await endedCheck(t, id)
      for (const life of livesMs) {
        const expires = inMs(life)
        const [seen, shortened, extended] = [
          t.session(id, { expires }),
          t.session(id),
          t.session(id, { expires }),
        ]
        // A cache that every write clears is filled by the last writes and by the lookups after them.
        for (const session of [seen, shortened, extended])
          await t.attempt(() => t.adapter.createSession({ ...session }))
        Object.assign(shortened, { expires })
        await t.adapter.updateSession({ ...shortened })
        Object.assign(extended, { expires: t.inDays(30) })
        await t.adapter.updateSession({ ...extended })
        for (const { sessionToken } of [seen, shortened]) await t.adapter.getSessionAndUser(sessionToken)
        if (!isLive(expires)) continue
        await t.wait(expires.getTime() - Date.now() + marginMs[t.effort])
        t.row(await readSession(t, extended), extended, "a session that was extended before its first expiry")
        for (const session of [seen, shortened]) await expectEnded(session)
        return
      }
    },
  },
]
