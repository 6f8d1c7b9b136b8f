import { authSessions, findToken } from "../../better-auth/auth-sessions.ts"
import type { OpenAuth } from "../../better-auth/open-auth.ts"
import { describeError } from "../../terminal/describe-error.ts"
import type { Outcome, Revocation } from "../revocation.ts"
import { throwOutage } from "./throw-outage.ts"

/** Ends a user's sessions as Better Auth does: each with its hooks, and in secondary storage. */
export async function endAuthSessions(
  auth: OpenAuth,
  { before, isDryRun }: Revocation,
  user: string,
  now: () => number,
): Promise<Outcome> {
  const { sessions: readSessions } = authSessions(auth, now)
  const sessions = await readSessions(user)
  const chosen = sessions.filter(({ createdAt }) => !before || new Date(createdAt as Date | string) < before)
  const newerSessions = sessions.length - chosen.length
  if (isDryRun) return { counts: { sessions: chosen.length, newerSessions }, problems: [] }
  let failure: unknown
  for (const { handle } of chosen)
    try {
      await auth.context.internalAdapter.deleteSession(await findToken(auth, user, handle))
    } catch (error) {
      await throwOutage(auth, error)
      failure = error
    }
  const left = new Set((await readSessions(user)).map(({ handle }) => handle))
  const count = chosen.filter(({ handle }) => left.has(handle)).length
  const counts = { sessions: chosen.length - count, newerSessions }
  if (count === 0 && failure === undefined) return { counts, problems: [] }
  const why = failure
    ? `A database hook failed: ${await describeError(failure)}.`
    : "A database hook refused to delete the session."
  return { counts, problems: [{ kind: "sessions", user, count, why }] }
}
