import { issueTime, listedAs } from "../../../contract/session-token.ts"
import type { Session } from "../../../contract/types.ts"
import type { Core } from "../../core/core.ts"
import { createUnsupportedError } from "../../core/errors.ts"
import { endStoredSessions } from "../end-sessions.ts"
import type { Strategy } from "../strategy.ts"
import type { SessionViews } from "./session-views.ts"

// A layer may list references in place of tokens. `listed` compares both.
type ListedSession = Session & { readonly listed: string }

type DatabaseRevocation = Pick<Strategy, "list" | "revoke" | "revokeOthers" | "revokeAll" | "planRoom">

/** Lists and revokes the stored sessions of a user. */
export function databaseRevocation(
  { adapter, extras, settings }: Core,
  views: SessionViews,
): DatabaseRevocation {
  const listStoredSessions = async (userId: string): Promise<ListedSession[]> => {
    if (!extras.listSessions)
      throw createUnsupportedError("This adapter cannot list sessions: use a Mortise adapter")
    const sessions = await extras.listSessions(userId)
    return Promise.all(
      sessions.map(async (session) => ({ ...session, listed: await listedAs(session.sessionToken) })),
    )
  }

  return {
    list: async (userId) =>
      Promise.all(
        (await listStoredSessions(userId)).map(({ sessionToken, expires }) =>
          views.info(sessionToken, expires),
        ),
      ),

    async revoke(userId, handle) {
      for (const { sessionToken } of await listStoredSessions(userId)) {
        if (!(await views.hasHandle(sessionToken, handle))) continue
        await adapter.deleteSession(sessionToken)
        return true
      }
      return false
    },

    async revokeOthers(session) {
      const current = await listedAs(session.value)
      const others = (await listStoredSessions(session.user.id)).filter(({ listed }) => listed !== current)
      await endStoredSessions(adapter, others)
      return { current: session, any: others.length > 0 }
    },

    async revokeAll(userId) {
      await endStoredSessions(adapter, await listStoredSessions(userId))
    },

    /** Every process sorts the sessions in the same order, so concurrent sign-ins leave exactly `maxSessions` sessions. */
    async planRoom(userId, value, replaced) {
      const { maxSessions } = settings.session
      if (maxSessions === undefined) return { isKept: true, make: async () => {} }
      const [added, removed] = [await listedAs(value), replaced && (await listedAs(replaced))]
      const counted = (await listStoredSessions(userId)).filter(({ listed }) => listed !== removed)
      const newestFirst = counted.sort(
        (a, b) => readIssueTime(b) - readIssueTime(a) || (a.listed < b.listed ? 1 : -1),
      )
      return {
        isKept: newestFirst.slice(0, maxSessions).some(({ listed }) => listed === added),
        async make() {
          await endStoredSessions(adapter, newestFirst.slice(maxSessions))
        },
      }
    },
  }
}

const readIssueTime = ({ sessionToken }: Session): number => issueTime(sessionToken) ?? 0
