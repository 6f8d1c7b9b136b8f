import { keepPrivate } from "../http/private-caching.ts"
import { authRoutes, type RouteOptions } from "../routes/auth-routes.ts"
import { type CurrentSession, readSession } from "../routes/read-session.ts"
import { requireRouteAccess } from "../routes/route-access.ts"
import type { RoutableAuth, RouteUser } from "../routes/route-call.ts"
import { isBelow } from "../routes/route-paths.ts"

export type { CurrentSession }

/** The part of a SvelteKit event that is used. */
export type SvelteKitEvent = {
  readonly request: Request
  readonly url: URL
  readonly locals: object
  getClientAddress(): string
}

/** SvelteKit's hook `handle`. */
export type SvelteKitHandle = <E extends SvelteKitEvent>(input: {
  readonly event: E
  resolve(event: E): Response | Promise<Response>
}) => Promise<Response>

/** The type of `locals.session`, which says who is signed in: `LocalsSession<typeof auth>`. It throws if the store fails. */
export type LocalsSession<A> = A extends RoutableAuth<infer U> ? () => Promise<CurrentSession<U>> : never

/**
 * Makes SvelteKit's hook `handle`: it serves the routes below `paths.base`, sets `locals.session`, and renews the
 * cookie if a page has called that.
 *
 * @example
 * ```ts
 * import { createAuth } from "mortise/auth"
 * import { authForSvelteKit } from "mortise/auth/sveltekit"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const auth = createAuth({
 *   adapter: memoryAdapter(),
 *   secret: crypto.randomUUID() + crypto.randomUUID(),
 *   origin: "http://localhost:5173",
 *   email: { sendLink: ({ to, link }) => console.log(`to ${to}: ${link}`) },
 * })
 * export const handle = authForSvelteKit(auth)
 * ```
 */
export function authForSvelteKit<U extends RouteUser>(
  auth: RoutableAuth<U>,
  options?: RouteOptions,
): SvelteKitHandle {
  const { settings } = requireRouteAccess(auth)
  const routes = authRoutes(auth, options)
  return async ({ event, resolve }) => {
    if (isBelow(event.url.pathname, settings.basePath))
      return routes(event.request, { clientAddress: readAddress(event) })
    const cookies: string[] = []
    let current: Promise<CurrentSession<U>> | undefined
    const read = () => {
      current ??= readSession(auth, event.request, (cookie) => cookies.push(cookie))
      return current
    }
    Object.assign(event.locals, { session: read })
    const response = await resolve(event)
    if (cookies.length === 0) return response
    const { status, statusText } = response
    const headers = new Headers(cookies.map((cookie) => ["set-cookie", cookie]))
    // The response's own cookies are last: a sign-in or sign-out wins over the renewal.
    for (const [name, value] of response.headers) headers.append(name, value)
    keepPrivate(headers)
    return new Response(response.body, { status, statusText, headers })
  }
}

/** Some SvelteKit adapters do not know the address, and throw. */
function readAddress(event: SvelteKitEvent): string | undefined {
  try {
    return event.getClientAddress()
  } catch {
    return undefined
  }
}
