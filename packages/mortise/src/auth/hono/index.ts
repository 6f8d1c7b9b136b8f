import { keepPrivate } from "../http/private-caching.ts"
import { authRoutes, type RouteOptions } from "../routes/auth-routes.ts"
import { type CurrentSession, readSession } from "../routes/read-session.ts"
import { requireRouteAccess } from "../routes/route-access.ts"
import type { RoutableAuth, RouteUser } from "../routes/route-call.ts"
import { mayRenew } from "../routes/route-paths.ts"

export type { CurrentSession }

/** The part of a Hono context that is used. */
export type HonoContext = {
  readonly req: { readonly raw: Request }
  readonly env: unknown
  header(name: string, value: string, options: { readonly append: true }): void
}

/** What `authForHono` returns. */
export type HonoBinding<U> = {
  /** Responds to the requests below `paths.base`. */
  routes(context: HonoContext): Promise<Response>
  /** Who is signed in. The response to a GET renews the cookie when that is due. Throws if the store fails. */
  session(context: HonoContext): Promise<CurrentSession<U>>
}

/**
 * Connects `createAuth` to Hono.
 *
 * @example
 * ```ts
 * import { Hono } from "hono"
 * import { createAuth } from "mortise/auth"
 * import { authForHono } from "mortise/auth/hono"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const auth = createAuth({
 *   adapter: memoryAdapter(),
 *   secret: process.env["AUTH_SECRET"] ?? "",
 *   origin: "http://localhost:3000",
 *   email: { sendLink: ({ to, link }) => console.log(`to ${to}: ${link}`) },
 * })
 * const { routes, session } = authForHono(auth)
 *
 * const app = new Hono()
 * app.all("/auth/*", routes)
 * app.get("/", async (context) => {
 *   const { user } = await session(context)
 *   return context.text(user ? `Hello ${user.email}` : "Please sign in")
 * })
 * ```
 */
export function authForHono<U extends RouteUser>(
  auth: RoutableAuth<U>,
  options?: RouteOptions,
): HonoBinding<U> {
  const { settings } = requireRouteAccess(auth)
  const routes = authRoutes(auth, options)
  return {
    async routes(context) {
      const { req, env } = context
      const response = await routes(req.raw, { clientAddress: remoteAddress(env) })
      keepContextPrivate(context, response.headers.getSetCookie())
      return response
    },
    async session(context) {
      const { raw } = context.req
      const isRenewed = mayRenew(raw.method, new URL(raw.url).pathname, settings.basePath)
      const cookies: string[] = []
      const current = await readSession(auth, raw, (cookie) => isRenewed && cookies.push(cookie))
      if (cookies.length === 0) return current
      for (const cookie of cookies) context.header("set-cookie", cookie, { append: true })
      keepContextPrivate(context, cookies)
      return current
    },
  }
}

/** On Node, the environment has Node's own request. */
function remoteAddress(env: unknown): string | undefined {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  return incoming?.socket?.remoteAddress
}

type Respond = (...args: unknown[]) => Response | Promise<Response>
type Responders = Partial<Record<(typeof responders)[number], Respond>>

const responders = ["newResponse", "body", "text", "json", "html"] as const

/**
 * Makes sure that no shared cache stores a response of this context with one of the cookies, even if its handler or a
 * middleware sets headers later. Hono reads `res` last, after all middleware, and a handler without middleware returns
 * what one of the functions made.
 */
function keepContextPrivate(context: object, cookies: readonly string[]): void {
  if (cookies.length === 0) return
  const check = (response: Response): Response => {
    if (response.headers.getSetCookie().some((cookie) => cookies.includes(cookie)))
      keepPrivate(response.headers)
    return response
  }
  const functions: Responders = context
  for (const name of responders) {
    const respond = functions[name]
    if (!respond) continue
    functions[name] = (...args) => {
      const made = respond(...args)
      return made instanceof Response ? check(made) : made.then(check)
    }
  }
  const { get: read, set: write } =
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(context), "res") ?? {}
  if (!read) return
  Object.defineProperty(context, "res", {
    configurable: true,
    get: () => check(read.call(context) as Response),
    set: (response: Response | undefined) => write?.call(context, response),
  })
}
