import type { Case } from "../../case.ts"
import { endedCheck, inMs, isLive } from "./short-life.ts"

// A slow store may need a longer life: the case uses the first one that the lookup is in time for.
const livesMs = [150, 600, 2_500]

/** How long after the expiry the case looks. At full effort longer, for stores that round up to whole seconds. */
const marginMs = { quick: 60, full: 1_100 }

/** This case must run alone, because a write of another case may clear the cache that it looks for. */
export const seenSessions: readonly Case[] = [
  {
    id: "short-lives/seen-until-the-end",
    level: "must",
    clause: "SEC-D5",
    also: ["SEC-D6", "§3 session expired"],
    title: "An adapter that hides expired sessions also hides one that was looked up while it was live",
    harm: "An account is linked to a former user of this browser, because the client does not check the expiry there.",
    evidence: "A read-through cache with a time to live of its own",
    fix: "Compare the expiry with the current time also when the row comes from a cache.",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const expectEnded = await endedCheck(t, id)
      for (const life of livesMs) {
        const session = t.session(id, { expires: inMs(life) })
        const { sessionToken, expires } = session
        await t.attempt(() => t.adapter.createSession(session))
        await t.adapter.getSessionAndUser(sessionToken)
        if (!isLive(expires)) continue
        await t.wait(expires.getTime() - Date.now() + marginMs[t.effort])
        return expectEnded(session)
      }
    },
  },
]
