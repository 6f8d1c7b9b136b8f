import type { SetCookies } from "./cookies.ts"
import { keepPrivate } from "./private-caching.ts"

/**
 * The headers of a response that sets these cookies: one `set-cookie` header for each, after the headers in `init`. With
 * a cookie, `cache-control` is `private, no-store`, and headers for a CDN, such as `surrogate-control`, are left out: a
 * shared cache would give the cookie to strangers.
 *
 * @example
 * ```ts
 * import { cookieHeaders, createAuth } from "mortise/auth"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const auth = createAuth({
 *   adapter: memoryAdapter(),
 *   secret: crypto.randomUUID() + crypto.randomUUID(),
 *   origin: "https://app.example",
 *   session: { strategy: "database" },
 * })
 *
 * export async function signOut(request: Request): Promise<Response> {
 *   const { cookies } = await auth.sessions.signOut(request)
 *   return new Response(null, { status: 303, headers: cookieHeaders(cookies, { location: "/" }) })
 * }
 *
 * const response = await signOut(new Request("https://app.example/sign-out", { method: "POST" }))
 * console.log(response.headers.get("location")) // "/"
 * ```
 */
export function cookieHeaders(cookies: SetCookies, init?: ConstructorParameters<typeof Headers>[0]): Headers {
  const headers = new Headers(init)
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  if (cookies.length > 0) keepPrivate(headers)
  return headers
}
