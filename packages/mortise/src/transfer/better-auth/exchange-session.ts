import type { Adapter } from "../../contract/adapter.ts"
import { checkOptionNames } from "../../contract/check-options.ts"
import { toBase64, utf8 } from "../../shared/bytes.ts"
import { findValues, stripBlanks } from "../../shared/find-cookies.ts"
import { type BetterAuth, type BetterAuthContext, callBetterAuth, openBetterAuth } from "./better-auth.ts"

/** The options of `exchangeSession`. */
export type ExchangeOptions = {
  /** The name of the Auth.js session cookie. Default: the names that Auth.js 5 and NextAuth 4 use. */
  readonly cookieName?: string
  /** Better Auth's id of a user, if `copyToBetterAuth` has changed ids. */
  readonly idOf?: (userId: string) => string | undefined | Promise<string | undefined>
}

const operation = "exchangeSession"

const cookieNames = ["authjs.session-token", "next-auth.session-token"].flatMap((name) => [
  `__Secure-${name}`,
  name,
])

/**
 * Exchanges the Auth.js session cookie of a request for a new session of Better Auth. Returns the `Set-Cookie` headers
 * of the new session and of the removed cookie; `undefined` if the request has no valid session of Auth.js. The session
 * of Auth.js is deleted first, so that each is exchanged once and a sign-out later is final. Sessions in JSON web tokens
 * (`session: { strategy: "jwt" }`) have no row, and cannot be exchanged.
 *
 * @example
 * ```ts
 * import { type BetterAuth, exchangeSession } from "mortise/transfer"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const adapter = memoryAdapter()
 * export async function POST(request: Request, auth: BetterAuth): Promise<Response> {
 *   const cookies = await exchangeSession(adapter, auth, request)
 *   const headers = new Headers(cookies?.map((cookie) => ["set-cookie", cookie]))
 *   return new Response(null, { status: cookies ? 204 : 401, headers })
 * }
 * ```
 */
export async function exchangeSession(
  adapter: Pick<Adapter, "getSessionAndUser" | "deleteSession">,
  auth: BetterAuth,
  request: { readonly headers: Headers },
  options: ExchangeOptions = {},
): Promise<string[] | undefined> {
  checkOptionNames(operation, options, ["cookieName", "idOf"])
  const context = await openBetterAuth(auth, operation)
  const names = options.cookieName === undefined ? cookieNames : [options.cookieName]
  const header = request.headers.get("cookie") ?? ""
  for (const name of names) {
    const [start = 0, end = 0] = findValues(header, name)
    const token = decoded(stripBlanks(header, start, end))
    const cookie = token === "" ? undefined : await exchangeToken(adapter, context, token, options)
    if (cookie)
      return [cookie, `${name}=; Path=/; Max-Age=0${name.startsWith("__Secure-") ? "; Secure" : ""}`]
  }
  return undefined
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

async function exchangeToken(
  adapter: Pick<Adapter, "getSessionAndUser" | "deleteSession">,
  context: BetterAuthContext,
  token: string,
  { idOf }: ExchangeOptions,
): Promise<string | undefined> {
  const found = await adapter.getSessionAndUser(token)
  if (!found || found.session.expires.getTime() <= Date.now()) return undefined
  const userId = idOf ? await idOf(found.user.id) : found.user.id
  const { internalAdapter } = context
  if (userId === undefined) return undefined
  const isCopied = await callBetterAuth(operation, () => internalAdapter.findUserById(userId))
  // Only one of several concurrent requests deletes the session.
  if (!isCopied || !(await adapter.deleteSession(token))) return undefined
  const session = await callBetterAuth(operation, () => internalAdapter.createSession(userId))
  const { token: created } = Object(session) as { readonly token?: string }
  return created === undefined ? undefined : sessionCookie(context, created)
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
