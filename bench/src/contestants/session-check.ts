import "../../../packages/workshop/src/official/as-deployed.ts"
import { Auth, type AuthConfig } from "@auth/core"
import type { Adapter as AuthJsAdapter } from "@auth/core/adapters"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import type { Adapter } from "mortise"
import { createAuth } from "mortise/auth"
import type { NewSession, NewUser } from "../contestant.ts"
import { cookieOfBetterAuth } from "./better-auth-cookie.ts"

// Fresh enough that no library extends the session: an extension is a write, and a check only reads.
const monthInMs = 30 * 86_400_000
const origin = "https://app.example"
const secret = crypto.randomUUID() + crypto.randomUUID()

/** What answers a request: its session and user, or `null`. */
type Check = (request: Request) => Promise<{ session: object; user: object } | null>

/** A contestant that keeps one request for each session, made before the measuring starts. */
const checking = (
  createUser: (user: NewUser) => Promise<unknown>,
  requestOf: (session: NewSession) => Promise<Request>,
  check: Check,
) => {
  const requests = new Map<string, Request>()
  return {
    createUser,
    linkAccount: async () => undefined,
    async createSession(session: NewSession) {
      requests.set(session.sessionToken, await requestOf(session))
    },
    getSessionAndUser: async (sessionToken: string) => {
      const request = requests.get(sessionToken)
      return request ? check(request) : null
    },
  }
}

const requestWith = (cookie: string, path = "/"): Request =>
  new Request(origin + path, { headers: { cookie } })

/** `sessions.read` of `mortise/auth`. */
export function mortiseCheck(adapter: Adapter) {
  const auth = createAuth({ adapter, secret, origin, session: { strategy: "database" } })
  return checking(
    (user) => adapter.createUser(user),
    async ({ userId }) => {
      const { cookies } = await auth.sessions.create(new Request(origin, { method: "POST" }), userId)
      return requestWith(cookies.map((cookie) => cookie.split(";")[0]).join("; "))
    },
    async (request) => {
      const { session, user } = await auth.sessions.read(request)
      return session && user ? { session, user } : null
    },
  )
}

/**
 * `api.getSession` of better-auth, which reads the database: its cookie cache is off. Its own migration makes the tables,
 * for which it needs a client that it knows.
 */
export async function betterAuthCheck(
  database: BetterAuthOptions["database"],
  knownClient: BetterAuthOptions["database"] = database,
) {
  const session = { disableSessionRefresh: true, cookieCache: { enabled: false } }
  const options = { secret, baseURL: origin, session, logger: { disabled: true } }
  await (await getMigrations({ ...options, database: knownClient })).runMigrations()
  const auth = betterAuth({ ...options, database })
  const { adapter } = await auth.$context
  const dates = () => ({ createdAt: new Date(), updatedAt: new Date() })
  return checking(
    ({ id, name, email }) =>
      adapter.create({
        model: "user",
        data: { id, name, email, emailVerified: true, ...dates() },
        forceAllowId: true,
      }),
    async ({ sessionToken: token, userId }) => {
      const expiresAt = new Date(Date.now() + monthInMs)
      await adapter.create({ model: "session", data: { token, userId, expiresAt, ...dates() } })
      return requestWith(await cookieOfBetterAuth(token, secret, "__Secure-"))
    },
    ({ headers }) => auth.api.getSession({ headers }),
  )
}

/** `GET /auth/session` of Auth.js, with its answer read. */
export function authJsCheck(adapter: AuthJsAdapter) {
  const config: AuthConfig = {
    adapter,
    secret,
    basePath: "/auth",
    providers: [],
    trustHost: true,
    session: { strategy: "database" },
  }
  return checking(
    async (user) => adapter.createUser?.(user),
    async ({ sessionToken, userId }) => {
      await adapter.createSession?.({ sessionToken, userId, expires: new Date(Date.now() + monthInMs) })
      return requestWith(`__Secure-authjs.session-token=${sessionToken}`, "/auth/session")
    },
    async (request) => {
      const session = await (await Auth(request, config)).json()
      return session?.user ? { session, user: session.user } : null
    },
  )
}
