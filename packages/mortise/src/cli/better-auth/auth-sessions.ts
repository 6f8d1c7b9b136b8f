import { ExitError, exitCodes } from "../program/exit-code.ts"
import type { EndedSessions, Fields, People, SessionView } from "../users/people.ts"
import { pickFields } from "../users/person.ts"
import { describeCaches, type OpenAuth } from "./open-auth.ts"
import { readAll } from "./read-all.ts"

// What a tool may show of a session that is in secondary storage only, where no table declares its fields.
const cachedFields = [
  ...["id", "userId", "expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent"],
  ...["impersonatedBy", "activeOrganizationId"],
]

export const ownedBy = (userId: string) => [{ field: "userId", value: userId }]

/** The conditions for a user's live sessions. */
export const liveSessions = (userId: string, now: number) => [
  ...ownedBy(userId),
  { field: "expiresAt", operator: "gt", value: new Date(now) } as const,
]

/** A user's sessions in the database and in secondary storage. */
export function authSessions(
  auth: OpenAuth,
  now: () => number,
): Pick<People, "sessions" | "endSession" | "endSessions"> {
  const { rows, context, hasSessions } = auth
  const { internalAdapter } = context

  const sessions = async (userId: string): Promise<SessionView[]> => {
    const stored = hasSessions ? await readAll(rows, "session", liveSessions(userId, now())) : []
    const cached = await listCached(auth, userId)
    const all = [...cached.map((row) => pickFields(row, (name) => cachedFields.includes(name))), ...stored]
    const byId = new Map(all.map((row) => [String(row["id"]), row]))
    return [...byId.values()].map(toView).sort((left, right) => +left.expires - +right.expires)
  }

  const hasSession = async (userId: string, handle: string): Promise<boolean> =>
    (await sessions(userId)).some((session) => session.handle === handle)

  return {
    sessions,
    async endSession(userId, handle) {
      if (!(await hasSession(userId, handle))) return null
      await internalAdapter.deleteSession(await findToken(auth, userId, handle))
      if (await hasSession(userId, handle))
        throw new ExitError(exitCodes.failed, `The session was not ended: ${refusal}`)
      return { note: describeCaches(auth, now()) }
    },
    async endSessions(userId): Promise<EndedSessions> {
      const before = (await sessions(userId)).length
      await internalAdapter.deleteUserSessions(userId)
      const left = (await sessions(userId)).length
      return {
        revoked: Math.max(0, before - left),
        left: 0,
        notEnded: left === 0 ? [] : [`Sessions that were not ended: ${left}. ${refusal}`],
        alsoEnded: "",
        note: describeCaches(auth, now()),
      }
    },
  }
}

const listCached = async ({ context }: OpenAuth, userId: string): Promise<readonly Fields[]> =>
  context.secondaryStorage ? context.internalAdapter.listSessions(userId) : []

/** The token of a user's session. */
export async function findToken(auth: OpenAuth, userId: string, id: string): Promise<string> {
  const where = [...ownedBy(userId), { field: "id", value: id }]
  const { adapter } = auth.context
  const stored = auth.hasSessions ? await adapter.findOne<Fields>({ model: "session", where }) : null
  const row = stored ?? (await listCached(auth, userId)).find((session) => String(session["id"]) === id)
  return String(row?.["token"])
}

/** Why a row is still there after a change that Better Auth did not report as failed. */
export const refusal = "A database hook of the application refused it, or a session started meanwhile."

const toView = ({ id, expiresAt, ...row }: Fields): SessionView => ({
  handle: String(id),
  expires: expiresAt as Date,
  ...row,
})
