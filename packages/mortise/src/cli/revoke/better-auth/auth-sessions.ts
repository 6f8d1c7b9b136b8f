import { describeError } from "../../terminal/describe-error.ts"
import type { Outcome, Revocation } from "../revocation.ts"
import { type AuthContext, throwOutage } from "./auth-context.ts"

type LiveSession = { readonly id: string; readonly token: string; readonly createdAt: Date | string }

/** Ends a user's sessions as Better Auth does: with its hooks, and in its secondary storage. */
export async function endAuthSessions(
  context: AuthContext,
  { before, isDryRun }: Revocation,
  user: string,
): Promise<Outcome> {
  const sessions = await listLiveSessions(context, user, !isDryRun)
  const chosen = sessions.filter(({ createdAt }) => !before || new Date(createdAt) < before)
  const newerSessions = sessions.length - chosen.length
  if (isDryRun) return { counts: { sessions: chosen.length, newerSessions }, problems: [] }
  let failure: unknown
  for (const { token } of chosen)
    try {
      await context.internalAdapter.deleteSession(token)
    } catch (error) {
      await throwOutage(context, error)
      failure = error
    }
  const left = new Set((await listLiveSessions(context, user, false)).map(({ id }) => id))
  const count = chosen.filter(({ id }) => left.has(id)).length
  const counts = { sessions: chosen.length - count, newerSessions }
  if (count === 0 && failure === undefined) return { counts, problems: [] }
  const why = failure
    ? `A database hook failed: ${await describeError(failure)}.`
    : "A database hook refused to delete the session."
  return { counts, problems: [{ kind: "sessions", user, count, why }] }
}

const pageSize = 100

/** A user's live sessions in the secondary storage and in the database. */
async function listLiveSessions(
  { adapter, internalAdapter, options, tables }: AuthContext,
  userId: string,
  withTokens: boolean,
): Promise<LiveSession[]> {
  const { secondaryStorage, session: { preserveSessionInDatabase } = {} } = options
  const listed: LiveSession[] = secondaryStorage ? await internalAdapter.listSessions(userId) : []
  const sessions = new Map(listed.map((session) => [session.id, session]))
  // Better Auth preserves rows as a record, and accepts only what is in the storage.
  if (!tables["session"] || (secondaryStorage && preserveSessionInDatabase)) return listed
  let page: LiveSession[]
  let after: string | undefined
  do {
    page = await adapter.findMany<LiveSession>({
      model: "session",
      limit: pageSize,
      // hashedSessions replaces a token that was stored before it when it reads the token.
      select: ["id", "createdAt", ...(withTokens ? ["token"] : [])],
      where: [
        { field: "userId", value: userId },
        { field: "expiresAt", operator: "gt", value: new Date() },
        ...(after === undefined ? [] : [{ field: "id", operator: "gt" as const, value: after }]),
      ],
      sortBy: { field: "id", direction: "asc" },
    })
    for (const session of page) sessions.set(session.id, session)
    after = page.at(-1)?.id
  } while (page.length === pageSize)
  return [...sessions.values()]
}
