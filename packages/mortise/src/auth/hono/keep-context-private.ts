import { keepPrivate } from "../http/private-caching.ts"

type Respond = (...args: unknown[]) => Response | Promise<Response>
type Responders = Partial<Record<(typeof responders)[number], Respond>>

const responders = ["newResponse", "body", "text", "json", "html"] as const

/**
 * Makes sure that no shared cache stores a response of this context with one of the cookies, even if its handler or a
 * middleware sets headers later. Hono reads `res` last, after all middleware, and a handler without middleware returns
 * what one of the functions made.
 */
export function keepContextPrivate(context: object, cookies: readonly string[]): void {
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
