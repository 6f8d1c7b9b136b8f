import { configurationError } from "../../program/exit-code.ts"
import { attempt } from "../attempt.ts"
import type { NotedRun, Target, TargetUser } from "../target.ts"
import { listAuthAccounts } from "./auth-accounts.ts"
import type { AuthContext } from "./auth-context.ts"
import { endAuthSessions } from "./auth-sessions.ts"
import { pageVerifications } from "./auth-verifications.ts"

/** Better Auth, whose sessions are ended by its own code, with its hooks and its secondary storage. */
export async function authTarget(auth: object): Promise<Target> {
  if (!("$context" in auth)) throw configurationError("`auth` must be what betterAuth() returns")
  const context = (await auth.$context) as AuthContext
  const { adapter, options } = context
  const findUser = (field: string, value: string): Promise<TargetUser | null> =>
    adapter.findOne({ model: "user", where: [{ field, value }], select: ["id", "email"] })
  const target: Target = {
    name: "Better Auth",
    linkStep: "verifications",
    async check(revocation) {
      const isHidden = revocation.kinds.includes("links") && !context.tables["verification"]
      return { revocation, problems: isHidden ? [{ kind: "links", why: hiddenVerifications }] : [] }
    },
    listNotes: (run, now) => listNotes(context, run, now),
    async pageUsers(after, limit) {
      const users = await adapter.findMany<TargetUser>({
        model: "user",
        limit: limit + 1,
        select: ["id", "email"],
        where: after === null ? [] : [{ field: "id", operator: "gt", value: after }],
        sortBy: { field: "id", direction: "asc" },
      })
      return { users: users.slice(0, limit), hasMore: users.length > limit }
    },
    async findUser(text) {
      const user = text.includes("@") ? await findUser("email", text.toLowerCase()) : null
      if (user) return user
      // Better Auth would ask the database for NaN.
      const isImpossible = options.advanced?.database?.generateId === "serial" && !/^\d+$/.test(text)
      return isImpossible ? null : findUser("id", text)
    },
    listAccounts: (userId) => listAuthAccounts(context, userId),
    endSessions: (revocation, user) =>
      attempt({ kind: "sessions", user }, () => endAuthSessions(context, revocation, user)),
    pageLinks: (revocation, after) => pageVerifications({ context, target, findUser }, revocation, after),
  }
  return target
}

const hiddenVerifications =
  "Verifications are only in secondaryStorage, which cannot list them: links and codes work until they expire."

/** What no run ends. */
function listNotes({ options, tables }: AuthContext, { kinds, dryRun }: NotedRun, now: Date) {
  const { session, account, plugins = [], secondaryStorage } = options
  const hasSessions = kinds.includes("sessions")
  const { enabled, maxAge } = session?.cookieCache ?? {}
  const seconds = maxAge || 300
  const until = dryRun
    ? `For ${seconds} seconds after a run`
    : `Until ${new Date(now.getTime() + seconds * 1000).toISOString()}`
  const others = Object.keys(otherAccess).filter((model) => tables[model])
  return [
    hasSessions &&
      enabled === true &&
      `${until}, ended sessions are accepted from the cookie cache (session.cookieCache), without the database. Another session.cookieCache.version ends it at once.`,
    hasSessions && secondaryStorage !== undefined && listedSessions,
    hasSessions && plugins.some(({ id }) => id === "jwt") && issuedTokens,
    hasSessions &&
      others.length > 0 &&
      `Not ended: ${others.map((model) => `${otherAccess[model]} (${model})`).join(", ")}.`,
    kinds.includes("tokens") && account?.storeAccountCookie === true && accountCookie,
  ]
}

const otherAccess: Readonly<Record<string, string>> = {
  apikey: "API keys",
  oauthAccessToken: "access tokens of this OAuth provider",
  oauthRefreshToken: "refresh tokens of this OAuth provider",
  deviceCode: "device codes",
}

const listedSessions =
  "In secondaryStorage, the sessions in Better Auth's list of a user were ended. What the list lacks works until it expires."

const issuedTokens =
  "Tokens of the plugin jwt work until they expire: after its jwt.expirationTime, 15 minutes by default."

const accountCookie =
  "Provider tokens are also in visitors' cookies (account.storeAccountCookie), where they were not removed."
