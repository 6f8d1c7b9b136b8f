import type { CaseContext } from "../../../case.ts"

/** Long enough for a few round trips, short enough to wait for. */
const lifeMs = { quick: 400, full: 1_000 }

/** At full effort the wait is longer, for stores that round up to whole seconds. */
const waitMs = { quick: 500, full: 2_400 }

export const inMs = (milliseconds: number): Date => new Date(Date.now() + milliseconds)

/** The expiry of a row that ends soon. */
export const shortLife = ({ effort }: CaseContext): Date => inMs(lifeMs[effort])

/** Waits until such rows have expired. */
export const untilExpired = (t: CaseContext): Promise<void> => t.wait(waitMs[t.effort])

/** Whether a row is live. On a slow machine it may expire before the case has checked it: then the check is left out. */
export const isLive = (expires: Date): boolean => Date.now() < expires.getTime()

/** A check of sessions that have expired, for one user. */
export type EndedCheck = (session: { readonly sessionToken: string; readonly expires: Date }) => Promise<void>

/**
 * Finds out whether the adapter hides expired sessions. If it does, the check demands null. Other adapters leave the
 * decision to the client, and only have to return the true expiry.
 */
export async function endedCheck(t: CaseContext, userId: string): Promise<EndedCheck> {
  const old = t.session(userId, { expires: t.inDays(-1) })
  const stored = await t.attempt(() => t.adapter.createSession(old))
  const hides =
    stored.status === "fulfilled" && (await t.adapter.getSessionAndUser(old.sessionToken)) === null
  return async ({ sessionToken, expires }) => {
    const sessionAndUser = await t.adapter.getSessionAndUser(sessionToken)
    if (hides) t.isNull(sessionAndUser, "a session that has expired")
    else if (sessionAndUser) t.row(sessionAndUser.session, { expires }, "a session that has expired")
  }
}
