import type { Session } from "../../contract/types.ts"
import { cannot } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import { issueTime } from "./session-token.ts"
import type { Views } from "./session-views.ts"
import type { Strategy } from "./strategy.ts"

type Lists = Pick<Strategy, "list" | "revoke" | "revokeOthers" | "revokeAll" | "makeRoom">

/** Listing and ending the stored sessions of a user. */
export function databaseLists({ adapter, extras, settings }: Core, views: Views): Lists {
  const sessionsOf = async (userId: string): Promise<Session[]> => {
    if (!extras.listSessions) throw cannot("This adapter cannot list sessions: use one of Mortise")
    return extras.listSessions(userId)
  }

  /** Ends all of them, also when one fails; the failure is still a failure. */
  async function endAll(sessions: readonly Session[]): Promise<void> {
    const ended = await Promise.allSettled(
      sessions.map(({ sessionToken }) => adapter.deleteSession(sessionToken)),
    )
    const failed = ended.find((each) => each.status === "rejected")
    if (failed) throw failed.reason
  }

  return {
    list: async (userId) =>
      Promise.all(
        (await sessionsOf(userId)).map(({ sessionToken, expires }) => views.info(sessionToken, expires)),
      ),

    async revoke(userId, handle) {
      for (const { sessionToken, expires } of await sessionsOf(userId)) {
        if ((await views.info(sessionToken, expires)).handle !== handle) continue
        await adapter.deleteSession(sessionToken)
        return true
      }
      return false
    },

    async revokeOthers(session) {
      const all = await sessionsOf(session.user.id)
      await endAll(all.filter(({ sessionToken }) => sessionToken !== session.value))
      return session
    },

    revokeAll: async (userId) => endAll(await sessionsOf(userId)),

    /** All agree on which are the newest, so any number of sign-ins at once leaves exactly that many. */
    async makeRoom(userId, leaving) {
      const { limit } = settings.session
      if (limit === undefined) return
      const staying = (await sessionsOf(userId)).filter(({ sessionToken }) => sessionToken !== leaving)
      const newestFirst = staying.sort(
        (a, b) => issued(b) - issued(a) || (a.sessionToken < b.sessionToken ? 1 : -1),
      )
      await endAll(newestFirst.slice(limit))
    },
  }
}

const issued = ({ sessionToken }: Session): number => issueTime(sessionToken) ?? 0
