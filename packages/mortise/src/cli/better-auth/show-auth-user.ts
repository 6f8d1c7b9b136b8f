import type { AuthRows } from "../../better-auth/browse.ts"
import type { Part, SessionPage, UserDetails, VisibleFields, VisibleRow } from "../studio/api-types.ts"
import { missingUser } from "../studio/request-error.ts"
import { readPart } from "../studio/show-user.ts"
import { isoTime, plainValue } from "../studio/visible-fields.ts"
import type { Fields, People } from "../users/people.ts"
import { liveSessions, ownedBy } from "./auth-sessions.ts"
import { isBanned } from "./bans.ts"
import type { OpenAuth } from "./open-auth.ts"
import { readAll } from "./read-all.ts"

const pageSize = 50

/** A user of Better Auth with accounts, passkeys and memberships, and the number of sessions. */
export async function showAuthUser(
  { rows, hasSessions }: OpenAuth,
  people: People,
  id: string,
  now: number,
): Promise<UserDetails> {
  const user = await rows.find("user", id)
  if (!user) throw missingUser()
  const readOwned = (model: string) =>
    readModelPart(rows, model, async () => (await readAll(rows, model, ownedBy(id))).map(toVisibleRow))
  const [accounts, passkeys, organizations, sessions] = await Promise.all([
    readOwned("account"),
    readOwned("passkey"),
    readPart(() => readMemberships(rows, id)),
    readPart(async () =>
      hasSessions ? rows.count("session", liveSessions(id, now)) : (await people.sessions(id)).length,
    ),
  ])
  return {
    user: toVisibleFields(user),
    isSuspended: isBanned(user, now),
    accounts,
    passkeys,
    ...(rows.models.includes("member") && { organizations }),
    sessions,
  }
}

/** A page of a user's live sessions. Those in secondary storage only are few, and on one page. */
export async function showAuthSessions(
  { rows, hasSessions }: OpenAuth,
  people: People,
  id: string,
  after: string | null,
  now: number,
): Promise<SessionPage> {
  if (!hasSessions) {
    const sessions = await people.sessions(id)
    return {
      sessions: sessions.map(({ handle, ...row }) => toVisibleSession({ id: handle, ...row })),
      next: null,
    }
  }
  const where = liveSessions(id, now)
  const sessionRows = await rows.page("session", { where, after, limit: pageSize + 1 })
  const page = sessionRows.slice(0, pageSize).map(toVisibleSession)
  return { sessions: page, next: sessionRows.length > pageSize ? (page.at(-1)?.handle ?? null) : null }
}

/** The memberships of a user, with the names of the organizations. */
async function readMemberships(rows: AuthRows, userId: string): Promise<VisibleRow[]> {
  const members = await readAll(rows, "member", ownedBy(userId))
  const ids = members.map((member) => String(member["organizationId"]))
  const where = [{ field: "id", operator: "in", value: ids } as const]
  const organizations = ids.length === 0 ? [] : await readAll(rows, "organization", where)
  const byId = new Map(organizations.map((organization) => [organization["id"], organization]))
  return members.map((member) => {
    const { name: organization, slug } = byId.get(member["organizationId"]) ?? {}
    return toVisibleRow({ organization, slug, ...member })
  })
}

/** Without its plugin, a model has no table. */
async function readModelPart<T>(rows: AuthRows, model: string, read: () => Promise<T>): Promise<Part<T>> {
  if (rows.models.includes(model)) return readPart(read)
  return { problem: `Better Auth's options declare no table for the model ${model}.`, isFailure: false }
}

/** An id of Better Auth is no secret, so it is the handle. */
const toVisibleRow = ({ id, ...row }: Fields): VisibleRow => ({
  handle: String(id),
  fields: toVisibleFields(row),
})

const toVisibleSession = (row: Fields) => ({ ...toVisibleRow(row), signedIn: readTime(row["createdAt"]) })

/** Secondary storage has dates as texts. */
const readTime = (value: unknown): string | null => (typeof value === "string" ? value : isoTime(value))

const toVisibleFields = (row: Fields): VisibleFields =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]))
