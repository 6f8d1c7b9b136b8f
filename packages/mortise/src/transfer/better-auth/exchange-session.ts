import type { Adapter } from "../../contract/adapter.ts"
import { extras } from "../../contract/adapter-parts.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import { isSuspended } from "../../contract/is-suspended.ts"
import { toBase64, utf8 } from "../../shared/bytes.ts"
import { findValues, stripBlanks } from "../../shared/find-cookies.ts"
import {
  type BetterAuth,
  type BetterAuthContext,
  type BetterAuthRow,
  callBetterAuth,
  openBetterAuth,
} from "./better-auth.ts"
import { type AccountKeyOptions, findPerson } from "./find-person.ts"

/** The options of `exchangeSession`. */
export type ExchangeOptions = {
  /** The name of the Auth.js session cookie. Default: the names that Auth.js 5 and NextAuth 4 use. */
  readonly cookieName?: string
  /**
   * Better Auth's id of a user: which of its users to look at. The person is compared all the same. Default: the user
   * that is shown to be the person, whatever its id is.
   */
  readonly idOf?: (userId: string) => string | undefined | Promise<string | undefined>
} & AccountKeyOptions

/**
 * Why a session was not exchanged:
 *
 * - `no_session`: the request has no session of Auth.js, or it has expired or was exchanged before.
 * - `unproven`: no user of Better Auth is shown to be the same person.
 * - `several_users`: several users of Better Auth are: choose one with `idOf`.
 * - `suspended`: the user is suspended, or banned at Better Auth.
 * - `second_factor`: the user has set up a second factor at Better Auth, which the old session did not ask for.
 * - `refused`: a hook of Better Auth refused the new session. The old one has ended.
 */
export type ExchangeReason =
  | "no_session"
  | "unproven"
  | "several_users"
  | "suspended"
  | "second_factor"
  | "refused"

/** What `exchangeSession` did: the `Set-Cookie` headers of the new session and of the removed cookie, or why not. */
export type ExchangedSession =
  | { readonly ok: true; readonly cookies: string[] }
  | { readonly ok: false; readonly reason: ExchangeReason }

type Source = Pick<Adapter, "getSessionAndUser" | "deleteSession">

const operation = "exchangeSession"

const cookieNames = ["authjs.session-token", "next-auth.session-token"].flatMap((name) => [
  `__Secure-${name}`,
  name,
])

/**
 * Exchanges the Auth.js session cookie of a request for a new session of Better Auth, if the person is shown to be the
 * same: Better Auth's user has an account of the person, with the same provider and account id, or the person's address,
 * which both sides have verified. An equal id shows nothing. The session of Auth.js is deleted first, so that each is
 * exchanged once and a sign-out later is final. Sessions in JSON web tokens (`session: { strategy: "jwt" }`) have no
 * row, and cannot be exchanged.
 *
 * @example
 * ```ts
 * import { cookieHeaders } from "mortise/auth"
 * import { type BetterAuth, exchangeSession } from "mortise/transfer"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = memoryAdapter()
 * export async function POST(request: Request, auth: BetterAuth): Promise<Response> {
 *   const exchanged = await exchangeSession(adapter, auth, request)
 *   if (!exchanged.ok) return Response.json({ reason: exchanged.reason }, { status: 401 })
 *   return new Response(null, { status: 204, headers: cookieHeaders(exchanged.cookies) })
 * }
 * ```
 */
export async function exchangeSession(
  adapter: Source,
  auth: BetterAuth,
  request: { readonly headers: Headers },
  options: ExchangeOptions = {},
): Promise<ExchangedSession> {
  checkOptionNames(operation, options, ["cookieName", "idOf", "providers", "accountId"])
  const context = await openBetterAuth(auth, operation)
  const names = options.cookieName === undefined ? cookieNames : [options.cookieName]
  const header = request.headers.get("cookie") ?? ""
  let reason: ExchangeReason = "no_session"
  for (const name of names) {
    const [start = 0, end = 0] = findValues(header, name)
    const token = decodeValue(stripBlanks(header, start, end))
    const outcome = token === "" ? undefined : await exchangeToken(adapter, context, token, options)
    if (outcome && "token" in outcome) {
      const removal = `${name}=; Path=/; Max-Age=0${name.startsWith("__Secure-") ? "; Secure" : ""}`
      return { ok: true, cookies: [await sessionCookie(context, outcome.token), removal] }
    }
    if (outcome && outcome.reason !== "no_session") reason = outcome.reason
  }
  return { ok: false, reason }
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

type Refused = { readonly reason: ExchangeReason }

async function exchangeToken(
  adapter: Source,
  context: BetterAuthContext,
  token: string,
  options: ExchangeOptions,
): Promise<{ readonly token: string } | Refused> {
  const stored = await adapter.getSessionAndUser(token)
  // Another adapter may return an invalid date.
  if (!stored || !(stored.session.expires.getTime() > Date.now())) return { reason: "no_session" }
  const { user } = stored
  if (isSuspended(user)) return { reason: "suspended" }
  const accounts = (await extras(adapter)?.listAccounts?.(user.id)) ?? []
  const people = await findPerson(context, { user, accounts }, options, operation)
  const row = await choosePerson(people, user.id, options)
  if ("reason" in row) return row as Refused
  if (isBanned(row)) return { reason: "suspended" }
  if (row["twoFactorEnabled"]) return { reason: "second_factor" }
  // Only one of several concurrent requests deletes the session.
  if (!(await adapter.deleteSession(token))) return { reason: "no_session" }
  return createSession(context, String(row["id"]))
}

async function choosePerson(
  people: readonly BetterAuthRow[],
  userId: string,
  { idOf }: ExchangeOptions,
): Promise<BetterAuthRow | Refused> {
  const id = await idOf?.(userId)
  const rows = idOf ? people.filter((row) => String(row["id"]) === id) : people
  const [row] = rows
  if (!row) return { reason: "unproven" }
  return rows.length > 1 ? { reason: "several_users" } : row
}

/** Better Auth's plugin `admin` checks this only in its own endpoints. */
function isBanned({ banned, banExpires }: BetterAuthRow): boolean {
  const end = banExpires ? new Date(banExpires as Date).getTime() : Number.POSITIVE_INFINITY
  return Boolean(banned) && !(end < Date.now())
}

async function createSession(
  { internalAdapter }: BetterAuthContext,
  userId: string,
): Promise<{ readonly token: string } | Refused> {
  const create = () => internalAdapter.createSession(userId).catch(ignoreRefusal)
  const session = await callBetterAuth(operation, create)
  const { token } = Object(session) as { readonly token?: string }
  return token === undefined ? { reason: "refused" } : { token }
}

/** A hook refuses a session with an `APIError`. Any other error is a failure. */
function ignoreRefusal(error: unknown): undefined {
  if ((Object(error) as Error).name !== "APIError") throw error
}

/** The cookie that Better Auth itself would set: the token and its signature. */
async function sessionCookie({ secret, authCookies }: BetterAuthContext, token: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", utf8(secret), algorithm, false, ["sign"])
  const signature = toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(token))))
  const { name, attributes } = authCookies.sessionToken
  const parts = Object.entries(attributes).flatMap(([attribute, value]) => {
    const written = attributeNames[attribute]
    if (!written || value === undefined || value === false) return []
    return value === true ? [written] : [`${written}=${value}`]
  })
  return [`${name}=${encodeURIComponent(`${token}.${signature}`)}`, ...parts].join("; ")
}

const attributeNames: Readonly<Record<string, string>> = {
  maxAge: "Max-Age",
  domain: "Domain",
  path: "Path",
  sameSite: "SameSite",
  secure: "Secure",
  httpOnly: "HttpOnly",
  partitioned: "Partitioned",
}
