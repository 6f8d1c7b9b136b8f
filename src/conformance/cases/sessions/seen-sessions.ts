import type { Case } from "../../case.ts"
import { inMs, isLive } from "./short-life.ts"

// The first life that a store is fast enough for is used.
const livesMs = [150, 600, 2_500]

/** The expiry counts at full effort only when a whole second has passed: some stores round up. */
const marginMs = { quick: 60, full: 1_100 }

/** It runs alone: any write of another case clears most caches of sessions. */
export const seenSessions: readonly Case[] = [
  {
    id: "short-lives/seen-until-the-end",
    level: "must",
    clause: "SEC-D5",
    also: ["SEC-D6", "§3 session expired"],
    title:
      "A session that was looked up while it was live is hidden when it expires, if the adapter hides them",
    harm: "An account is linked to a former user of this browser, because the client does not check the expiry there.",
    evidence: "A read-through cache with a time to live of its own",
    fix: "Compare the expiry with the current time also when the row comes from a cache.",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const old = t.session(id, { expires: t.inDays(-1) })
      const stored = await t.attempt(() => t.adapter.createSession(old))
      const decides =
        stored.status === "fulfilled" && (await t.adapter.getSessionAndUser(old.sessionToken)) === null
      for (const life of livesMs) {
        const session = t.session(id, { expires: inMs(life) })
        const { sessionToken, expires } = session
        await t.attempt(() => t.adapter.createSession(session))
        await t.adapter.getSessionAndUser(sessionToken)
        if (!isLive(expires)) continue
        await t.wait(expires.getTime() - Date.now() + marginMs[t.effort])
        const found = await t.adapter.getSessionAndUser(sessionToken)
        if (decides) t.isNull(found, "a session that has expired since the last lookup")
        else if (found) t.row(found.session, { expires }, "a session that has expired since the last lookup")
        return
      }
    },
  },
]
