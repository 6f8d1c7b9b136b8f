import { keepPrivate, privateCaching } from "../http/private-caching.ts"

const rewrite = "x-middleware-rewrite"

/** Whether another server answers the request. Its headers replace those of the proxy, and may allow caching. */
export function leavesNext({ url }: Request, { headers }: Response): boolean {
  const target = headers.get(rewrite)
  return target !== null && new URL(target, url).origin !== new URL(url).origin
}

/** Adds the cookies, and makes sure that no shared cache stores the response. */
export function addCookies<R extends Response>(response: R, cookies: readonly string[]): R {
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
export function keepPageFromCaching(headers: Headers): void {
  for (const name of ["surrogate-control", ...cdnHeaders]) headers.set(name, privateCaching)
  headers.set("vary", "*")
}
