import { keepPrivate, privateCaching } from "../http/private-caching.ts"
import { authRoutes, type RouteOptions } from "../routes/auth-routes.ts"
import { type CurrentSession, readSession } from "../routes/read-session.ts"
import { requireRouteAccess } from "../routes/route-access.ts"
import type { RoutableAuth, RouteUser } from "../routes/route-call.ts"
import { mayRenew } from "../routes/route-paths.ts"

export type { CurrentSession }

/** What `authForNext` returns. */
export type NextBinding<U> = {
  /** Export both from `app/auth/[...route]/route.ts`. */
  GET(request: Request): Promise<Response>
  POST(request: Request): Promise<Response>
  /**
   * Who is signed in, for pages, layouts, server actions and route handlers: `await session(await headers())`. A page
   * cannot set cookies, so it does not renew the cookie. Throws if the store fails.
   */
  session(headers: Headers): Promise<CurrentSession<U>>
  /**
   * Renews the cookie when that is due, in `proxy.ts`, and then no shared cache may store the response. If the store
   * fails, and if another server answers, the response stays as it is.
   */
  renew<R extends Response>(request: Request, response: R): Promise<R>
}

/**
 * Connects `createAuth` to the App Router of Next.js.
 *
 * @example
 * ```ts
 * import { createAuth } from "mortise/auth"
 * import { authForNext } from "mortise/auth/next"
 * import { memoryAdapter } from "mortise/memory"
 *
 * export const auth = createAuth({
 *   adapter: memoryAdapter(),
 *   secret: crypto.randomUUID() + crypto.randomUUID(),
 *   origin: "http://localhost:3000",
 *   email: { sendLink: ({ to, link }) => console.log(`to ${to}: ${link}`) },
 * })
 * export const { GET, POST, session, renew } = authForNext(auth)
 * ```
 */
export function authForNext<U extends RouteUser>(
  auth: RoutableAuth<U>,
  options?: RouteOptions,
): NextBinding<U> {
  const { settings } = requireRouteAccess(auth)
  const routes = authRoutes(auth, options)
  const respond = async (request: Request) => {
    const response = await routes(request)
    keepPageFromCaching(response.headers)
    return response
  }
  return {
    GET: respond,
    POST: respond,
    session: (headers) => readSession(auth, { headers }, () => {}),
    async renew(request, response) {
      if (!mayRenew(request.method, new URL(request.url).pathname, settings.basePath)) return response
      if (leavesNext(request, response)) return response
      const { cookies } = await auth.sessions.read(request).catch(() => ({ cookies: [] }))
      return cookies.length > 0 ? addCookies(response, cookies) : response
    },
  }
}

const rewrite = "x-middleware-rewrite"

/** Whether another server answers the request. Its headers replace those of the proxy, and may allow caching. */
function leavesNext({ url }: Request, { headers }: Response): boolean {
  const target = headers.get(rewrite)
  return target !== null && new URL(target, url).origin !== new URL(url).origin
}

/** Adds the cookies, and makes sure that no shared cache stores the response. */
function addCookies<R extends Response>(response: R, cookies: readonly string[]): R {
  try {
    setCookies(response.headers, cookies)
    return response
  } catch {
    // `Response.redirect` returns a response whose headers cannot be changed.
    const { body, status, statusText } = response
    const headers = new Headers(response.headers)
    setCookies(headers, cookies)
    return new Response(body, { status, statusText, headers }) as R
  }
}

function setCookies(headers: Headers, cookies: readonly string[]): void {
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  keepPrivate(headers)
  if (headers.has("x-middleware-next") || headers.has(rewrite)) keepPageFromCaching(headers)
}

const cdnHeaders = ["cdn", "cloudflare-cdn", "netlify-cdn", "vercel-cdn"].map(
  (name) => `${name}-cache-control`,
)

/**
 * Next.js adds headers of its own. Those of the proxy win over the page's, except in the Pages Router, where a function
 * can replace `cache-control`; and `headers` in next.config win over a route's. Next.js adds `vary` to what is there, and
 * no cache answers another request with a response that varies by everything.
 */
function keepPageFromCaching(headers: Headers): void {
  for (const name of ["surrogate-control", ...cdnHeaders]) headers.set(name, privateCaching)
  headers.set("vary", "*")
}
