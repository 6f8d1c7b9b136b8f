import type { AuthRows } from "../../better-auth/browse.ts"
import type { Part, UserSummary, VisibleFields, VisibleRow } from "../studio/api-types.ts"
import { findUsers, smallStore, type UserRows } from "../studio/find-users.ts"
import { RequestError } from "../studio/request-error.ts"
import { readPart } from "../studio/show-user.ts"
import type { Source } from "../studio/source.ts"
import { isoTime, plainValue } from "../studio/visible-fields.ts"
import { describeAuthFinding } from "./examine-auth.ts"
import type { Auth } from "./load-auth.ts"

type Row = Awaited<ReturnType<AuthRows["page"]>>[number]

const pageSize = 50
const quickLimit = 100_000
// A user has a few of them.
const maxOwned = 1000

/** Better Auth's tables, which the studio only reads. */
export async function authSource(auth: Auth, now: () => number = Date.now): Promise<Source> {
  const { browseAuth } = await import("../../better-auth/browse.ts")
  const { inspect } = await import("../../better-auth/migrate/index.ts")
  const rows = await browseAuth(auth)
  const users = createUserRows(rows)
  const liveSessions = (userId: string) => [
    ...ownedBy(userId),
    { field: "expiresAt", operator: "gt", value: new Date(now()) } as const,
  ]
  return {
    overview: {
      store: `Better Auth on ${rows.engine}`,
      isBetterAuth: true,
      canSuspend: false,
      namesUpTo: smallStore,
      models: rows.models,
    },
    readPlace: rows.readPlace,
    users: (search, after, limit) => findUsers(users, search, after, limit),

    async user(id) {
      const user = await rows.find("user", id)
      if (!user) throw new RequestError(404, "not_found", "This user does not exist any more.")
      const readOwnedPart = (model: string) => readModelPart(rows, model, () => ownedRows(rows, model, id))
      const [accounts, passkeys, sessions] = await Promise.all([
        readOwnedPart("account"),
        readOwnedPart("passkey"),
        readModelPart(rows, "session", () => rows.count("session", liveSessions(id))),
      ])
      return { user: toVisibleFields(user), isSuspended: false, accounts, passkeys, sessions }
    },

    async sessions(id, after) {
      if (!rows.models.includes("session")) return { sessions: [], next: null }
      const where = liveSessions(id)
      const sessionRows = await rows.page("session", { where, after, limit: pageSize + 1 })
      const page = sessionRows.slice(0, pageSize).map((row) => ({
        ...visibleRow(row),
        signedIn: isoTime(row["createdAt"]),
      }))
      return { sessions: page, next: sessionRows.length > pageSize ? (page.at(-1)?.handle ?? null) : null }
    },

    async count(model, isExact) {
      const count = await rows.countUpTo(model, isExact ? undefined : quickLimit)
      return { rows: count, isExact: isExact || count === null || count < quickLimit }
    },

    async health() {
      const findings = (await inspect(auth)).findings.map(describeAuthFinding)
      return {
        findings: findings.map(({ why, duplicates, ...finding }) => ({
          ...finding,
          why: [why, ...duplicates].join("\n"),
        })),
      }
    },

    hasReadableTables: () =>
      inspect(auth).then(
        () => true,
        () => false,
      ),
  }
}

const createUserRows = (rows: AuthRows): UserRows => ({
  async page(limit, after, prefix) {
    const by = prefix === undefined ? "id" : "email"
    // Better Auth stores emails in lower case.
    const start = { field: "email", operator: "starts_with", value: prefix?.toLowerCase() ?? "" } as const
    const userRows = await rows.page("user", {
      limit: limit + 1,
      by,
      after,
      where: prefix === undefined ? [] : [start],
    })
    const users = userRows.slice(0, limit)
    return {
      users: users.map(toUserSummary),
      next: userRows.length > limit ? toText(users.at(-1)?.[by]) : null,
    }
  },
  async find(id) {
    const user = await rows.find("user", id)
    return user && toUserSummary(user)
  },
})

const toUserSummary = (user: Row): UserSummary => ({
  id: String(user["id"]),
  email: toText(user["email"]),
  name: toText(user["name"]),
  isSuspended: false,
  emailVerified: user["emailVerified"] === true || null,
  created: isoTime(user["createdAt"]),
})

const toText = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)

const ownedBy = (userId: string) => [{ field: "userId", value: userId }]

const ownedRows = async (rows: AuthRows, model: string, userId: string): Promise<VisibleRow[]> =>
  (await rows.page(model, { where: ownedBy(userId), limit: maxOwned })).map(visibleRow)

/** Without the passkey plugin, or with sessions in secondary storage, a model has no table. */
async function readModelPart<T>(rows: AuthRows, model: string, read: () => Promise<T>): Promise<Part<T>> {
  if (rows.models.includes(model)) return readPart(read)
  return { problem: `Better Auth's options declare no table for the model ${model}.`, isFailure: false }
}

/** An id of Better Auth is no secret, so it is the handle. */
const visibleRow = ({ id, ...row }: Row): VisibleRow => ({ handle: String(id), fields: toVisibleFields(row) })

const toVisibleFields = (row: Row): VisibleFields =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]))
