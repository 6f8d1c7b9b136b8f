import type { Session } from "../../contract/types.ts"
import { unsupported } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import { issueTime } from "./session-token.ts"
import type { SessionViews } from "./session-views.ts"
import type { Strategy } from "./strategy.ts"

type DatabaseRevocation = Pick<Strategy, "list" | "revoke" | "revokeOthers" | "revokeAll" | "enforceLimit">

/** Listing and ending the stored sessions of a user. */
export function databaseRevocation(
  { adapter, extras, settings }: Core,
  views: SessionViews,
): DatabaseRevocation {
  const sessionsOf = async (userId: string): Promise<Session[]> => {
    if (!extras.listSessions) throw unsupported("This adapter cannot list sessions: use one of Mortise")
    return extras.listSessions(userId)
  }

  /** Ends all of them, also when one fails; the failure is still a failure. */
  async function deleteAll(sessions: readonly Session[]): Promise<void> {
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
      await deleteAll(all.filter(({ sessionToken }) => sessionToken !== session.value))
      return session
    },

    revokeAll: async (userId) => deleteAll(await sessionsOf(userId)),

    /** All agree on which are the newest, so any number of sign-ins at once leaves exactly that many. */
    async enforceLimit(userId, replaced) {
      const { limit } = settings.session
      if (limit === undefined) return
      const counted = (await sessionsOf(userId)).filter(({ sessionToken }) => sessionToken !== replaced)
      const newestFirst = counted.sort(
        (a, b) => issued(b) - issued(a) || (a.sessionToken < b.sessionToken ? 1 : -1),
      )
      await deleteAll(newestFirst.slice(limit))
    },
  }
}

const issued = ({ sessionToken }: Session): number => issueTime(sessionToken) ?? 0
