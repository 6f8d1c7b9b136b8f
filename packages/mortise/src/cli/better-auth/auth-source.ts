import { authTarget } from "../revoke/better-auth/auth-target.ts"
import { actions, type RowKind } from "../studio/actions.ts"
import type { UserSummary } from "../studio/api-types.ts"
import { createUserLists } from "../studio/find-users.ts"
import { createRevocations } from "../studio/revocations.ts"
import { smallStore } from "../studio/small-store.ts"
import type { Source } from "../studio/source.ts"
import { createUserRows } from "../studio/user-walks.ts"
import { isoTime } from "../studio/visible-fields.ts"
import type { UserRow } from "../users/people.ts"
import { findOrders } from "../users/user-orders.ts"
import { authPeople } from "./auth-people.ts"
import { ownedBy } from "./auth-sessions.ts"
import { canBan, isBanned } from "./bans.ts"
import { describeAuthFinding } from "./examine-auth.ts"
import type { Auth } from "./load-auth.ts"
import { describeCaches, type OpenAuth, openAuth } from "./open-auth.ts"
import { readAll } from "./read-all.ts"
import { showAuthSessions, showAuthUser } from "./show-auth-user.ts"

const quickLimit = 100_000

/** Better Auth's tables. */
export async function authSource(auth: Auth, now: () => number = Date.now): Promise<Source> {
  const { inspect } = await import("../../better-auth/migrate/index.ts")
  const opened = await openAuth(auth)
  const { rows } = opened
  const people = authPeople(opened, now)
  const { userTables } = rows
  const lists = createUserLists({
    rows: createUserRows(people, (user) => toUserSummary(user, now())),
    countUsers: () => countRows("user", false),
    findOrders: () =>
      findOrders({ ...userTables, session: opened.hasSessions ? userTables.session : undefined }),
    withoutSessions: opened.hasSessions
      ? undefined
      : "Sessions are in secondary storage, so they cannot sort users.",
  })
  const countRows: Source["count"] = async (model, isExact) => {
    const count = await rows.countUpTo(model, isExact ? undefined : quickLimit)
    return { rows: count, isExact: isExact || count === null || count < quickLimit }
  }
  const revocations = createRevocations(authTarget(opened), now)
  const removeRow = async (kind: RowKind, userId: string, handle: string) =>
    kind === "session"
      ? (await people.endSession(userId, handle)) !== null
      : removeOwned(opened, kind, userId, handle)
  return {
    overview: {
      store: `Better Auth on ${rows.engine}`,
      isBetterAuth: true,
      canSuspend: canBan(opened),
      note: describeCaches(opened),
      namesUpTo: smallStore,
      models: rows.models,
    },
    readPlace: rows.readPlace,
    ...lists,
    user: (id) => showAuthUser(opened, people, id, now()),
    sessions: (id, after) => showAuthSessions(opened, people, id, after, now()),
    count: countRows,

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

    act: (action, input) => actions[action]({ people, removeRow, revocations }, input),
  }
}

/** Removes an account or a passkey of a user. */
async function removeOwned(
  { rows, context }: OpenAuth,
  model: Exclude<RowKind, "session">,
  userId: string,
  id: string,
): Promise<boolean> {
  const hasRow = async () =>
    (await readAll(rows, model, ownedBy(userId))).some((row) => String(row["id"]) === id)
  if (!(await hasRow())) return false
  if (model === "account") await context.internalAdapter.deleteAccount(id)
  else await context.adapter.deleteMany({ model, where: [{ field: "id", value: id }] })
  return !(await hasRow())
}

const toUserSummary = (user: UserRow, now: number): UserSummary => ({
  id: String(user.id),
  email: toText(user.email),
  name: toText(user["name"]),
  isSuspended: isBanned(user, now),
  emailVerified: user["emailVerified"] === true || null,
  created: isoTime(user["createdAt"]),
})

const toText = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)
