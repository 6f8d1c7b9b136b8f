import type { SetCookies } from "./cookies.ts"

/**
 * The headers of a response that sets these cookies: one `set-cookie` header for each, after the headers in `init`.
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
  return headers
}
